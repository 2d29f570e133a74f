-- en: Who wins
-- it: Chi vince
-- column person en: Person
-- column person it: Persona
-- column hands en: Hands
-- column hands it: Mani
-- column gained en: Gained
-- column gained it: In attivo
-- column lost en: Lost
-- column lost it: In passivo
-- column share en: % gained
-- column share it: % in attivo
-- picture: person share
SELECT person,
       count(*) AS hands,
       count(*) FILTER (payment > 0) AS gained,
       count(*) FILTER (payment < 0) AS lost,
       round(100.0 * count(*) FILTER (payment > 0) / count(*), 1) AS share
FROM seats
WHERE payment IS NOT NULL AND part IS DISTINCT FROM 'out'
GROUP BY person
ORDER BY share DESC, hands DESC, person
