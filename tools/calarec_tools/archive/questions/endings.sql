-- en: How hands ended
-- it: Come sono finite le mani
-- column rules en: Rules
-- column rules it: Regole
-- column outcome en: End
-- column outcome it: Fine
-- column hands en: Hands
-- column hands it: Mani
-- column share en: % of hands
-- column share it: % delle mani
-- picture: outcome share
SELECT rules, coalesce(outcome, '–') AS outcome, count(*) AS hands,
       round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY rules), 1) AS share
FROM hands
GROUP BY rules, outcome
ORDER BY rules, hands DESC, outcome
