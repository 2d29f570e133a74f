-- en: The longest streaks
-- it: Le serie più lunghe
-- column person en: Person
-- column person it: Persona
-- column gained en: Gained in a row
-- column gained it: In attivo di fila
-- column lost en: Lost in a row
-- column lost it: In passivo di fila
-- picture: person gained -lost
WITH whole AS (
    SELECT b.person, string_agg(b.course, '' ORDER BY e.date NULLS LAST, b.file, b.evening) AS course
    FROM balances b
    JOIN evenings e ON (e.file, e.evening) = (b.file, b.evening)
    WHERE b.played > 0
    GROUP BY b.person
)
SELECT person,
       coalesce(list_max(list_transform(regexp_extract_all(course, '[+]+'), lambda run: length(run))), 0) AS gained,
       coalesce(list_max(list_transform(regexp_extract_all(course, '-+'), lambda run: length(run))), 0) AS lost
FROM whole
ORDER BY gained DESC, lost, person
