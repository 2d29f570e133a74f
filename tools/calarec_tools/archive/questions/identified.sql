-- en: Under which rules (asked with --identify)
-- it: Con quali regole (si chiede con --identify)
-- column rules en: Rules
-- column rules it: Regole
-- column evenings en: Evenings
-- column evenings it: Serate
-- column fits en: Fits
-- column fits it: Va bene
-- column share en: % of evenings
-- column share it: % delle serate
-- picture: rules share
SELECT rules,
       count(*) AS evenings,
       count(*) FILTER (fits) AS fits,
       round(100.0 * count(*) FILTER (fits) / count(*), 1) AS share
FROM identified
GROUP BY rules
ORDER BY fits DESC, rules
