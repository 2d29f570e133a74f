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
-- picture: person balance
SELECT person,
       count(*) AS evenings,
       sum(hands) AS hands,
       round(sum(stakes), 2) AS balance,
       round(sum(stakes) / sum(hands), 3) AS each,
       round(max(stakes), 2) AS best
FROM balances
GROUP BY person
ORDER BY round(sum(stakes), 6) DESC, person
