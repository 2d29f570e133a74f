-- en: The season's table
-- it: La classifica della stagione
-- column person en: Person
-- column person it: Persona
-- column evenings en: Evenings
-- column evenings it: Serate
-- column hands en: Hands
-- column hands it: Mani
-- column balance en: Stakes
-- column balance it: Poste
-- column each en: Stakes a hand
-- column each it: Poste per mano
-- column best en: Best evening
-- column best it: Serata migliore
WITH evenings AS (
    SELECT s.person, s.file, s.evening, count(*) AS hands, sum(s.payment / h.pay_units) AS balance
    FROM seats s
    JOIN hands h ON (h.file, h.line) = (s.file, s.line)
    WHERE s.payment IS NOT NULL
    GROUP BY s.person, s.file, s.evening
)
SELECT person,
       count(*) AS evenings,
       sum(hands) AS hands,
       round(sum(balance), 2) AS balance,
       round(sum(balance) / sum(hands), 3) AS each,
       round(max(balance), 2) AS best
FROM evenings
GROUP BY person
ORDER BY sum(balance) DESC, person
