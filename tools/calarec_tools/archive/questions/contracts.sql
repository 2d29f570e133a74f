-- en: With which contract
-- it: Con quale contratto
-- column contract en: Contract
-- column contract it: Contratto
-- column person en: Declarer
-- column person it: Giocatore
-- column hands en: Hands
-- column hands it: Mani
-- column won en: Won
-- column won it: Vinte
-- column share en: % won
-- column share it: % vinte
-- column each en: Stakes a hand
-- column each it: Poste per mano
-- picture: person share
SELECT h.contract,
       s.person,
       count(*) AS hands,
       count(*) FILTER (h.won) AS won,
       round(100.0 * count(*) FILTER (h.won) / count(*), 1) AS share,
       round(avg(s.stakes), 2) AS each
FROM hands h
JOIN seats s ON (s.file, s.line) = (h.file, h.line) AND s.part = 'declarer'
WHERE h.won IS NOT NULL AND h.contract IS NOT NULL
GROUP BY h.contract, s.person
ORDER BY h.contract, share DESC, s.person
