-- en: How often each bonus
-- it: Quante volte ogni premio
-- column rules en: Rules
-- column rules it: Regole
-- column bonus en: Bonus
-- column bonus it: Premio
-- column hands en: Hands
-- column hands it: Mani
-- column share en: % of hands
-- column share it: % delle mani
-- picture: bonus share
WITH settled AS (
    SELECT rules, digest, string_split(coalesce(bonus, ''), ' ') AS bonuses
    FROM hands
    WHERE stake IS NOT NULL
),
each_bonus AS (SELECT rules, digest, unnest(bonuses) AS bonus FROM settled)
SELECT b.rules, b.bonus, count(*) AS hands,
       round(100.0 * count(*) / any_value(s.hands), 1) AS share
FROM each_bonus b
JOIN (SELECT digest, count(*) AS hands FROM settled GROUP BY digest) s ON s.digest = b.digest
WHERE b.bonus <> ''
GROUP BY b.rules, b.digest, b.bonus
ORDER BY b.rules, hands DESC, b.bonus
