-- en: The longest streaks
-- it: Le serie più lunghe
-- column person en: Person
-- column person it: Persona
-- column gained en: Gained in a row
-- column gained it: In attivo di fila
-- column lost en: Lost in a row
-- column lost it: In passivo di fila
WITH played AS (
    SELECT s.person, sign(s.payment) AS came_to, s.payment,
           row_number() OVER one - row_number() OVER alike AS run
    FROM seats s
    JOIN hands h ON (h.file, h.line) = (s.file, s.line)
    WHERE s.payment IS NOT NULL AND s.part IS DISTINCT FROM 'out'
    WINDOW one AS (PARTITION BY s.person ORDER BY h.date NULLS LAST, s.file, s.line),
           alike AS (PARTITION BY s.person, sign(s.payment) ORDER BY h.date NULLS LAST, s.file, s.line)
),
runs AS (SELECT person, came_to, run, count(*) AS hands FROM played GROUP BY person, came_to, run)
SELECT person,
       coalesce(max(hands) FILTER (came_to > 0), 0) AS gained,
       coalesce(max(hands) FILTER (came_to < 0), 0) AS lost
FROM runs
GROUP BY person
ORDER BY gained DESC, lost, person
