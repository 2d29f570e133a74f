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
       sum(played) AS hands,
       sum(gained) AS gained,
       sum(lost) AS lost,
       round(100.0 * sum(gained) / sum(played), 1) AS share
FROM balances
WHERE played > 0
GROUP BY person
ORDER BY share DESC, hands DESC, person
