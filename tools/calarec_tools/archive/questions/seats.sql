-- en: By seat, counted from the dealer
-- it: Per posto, contando dal mazziere
-- column turn en: Behind the dealer
-- column turn it: Dopo il mazziere
-- column hands en: Hands
-- column hands it: Mani
-- column declared en: Declared
-- column declared it: Chiamate
-- column share en: % declared
-- column share it: % chiamate
-- column each en: Stakes a hand
-- column each it: Poste per mano
-- picture: turn share
WITH placed AS (
    SELECT s.file, s.line, s.seat, s.part, s.payment,
           row_number() OVER (PARTITION BY s.file, s.line ORDER BY s.seat) - 1 AS at,
           count(*) OVER (PARTITION BY s.file, s.line) AS people
    FROM seats s
    WHERE s.seat IS NOT NULL
)
SELECT CAST((p.at - d.at + p.people) % p.people AS BIGINT) AS turn,
       count(*) AS hands,
       count(*) FILTER (p.part = 'declarer') AS declared,
       round(100.0 * count(*) FILTER (p.part = 'declarer') / count(*), 1) AS share,
       round(avg(p.payment / h.pay_units), 3) AS each
FROM placed p
JOIN hands h ON (h.file, h.line) = (p.file, p.line)
JOIN placed d ON (d.file, d.line, d.seat) = (h.file, h.line, h.dealer)
WHERE p.payment IS NOT NULL
GROUP BY turn
ORDER BY turn
