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
SELECT turn,
       count(*) AS hands,
       count(*) FILTER (part = 'declarer') AS declared,
       round(100.0 * count(*) FILTER (part = 'declarer') / count(*), 1) AS share,
       round(avg(stakes), 3) AS each
FROM seats
WHERE turn IS NOT NULL AND payment IS NOT NULL
GROUP BY turn
ORDER BY turn
