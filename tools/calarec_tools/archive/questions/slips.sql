-- en: Slips by who wrote
-- it: Sviste per chi ha scritto
-- column writer en: Writer
-- column writer it: Chi ha scritto
-- column evenings en: Evenings
-- column evenings it: Serate
-- column hands en: Hands
-- column hands it: Mani
-- column slips en: Hands with a slip
-- column slips it: Mani con sviste
-- column share en: % of hands
-- column share it: % delle mani
-- column code en: Most often
-- column code it: Più spesso
-- picture: writer share
WITH written AS (
    SELECT coalesce(e.writer, '–') AS writer, h.file, h.line, h.evening,
           coalesce(h.errors, 0) + coalesce(h.warnings, 0) > 0 AS slip
    FROM hands h
    JOIN evenings e ON (e.file, e.evening) = (h.file, h.evening)
),
codes AS (
    SELECT w.writer, f.code, count(*) AS times
    FROM written w
    JOIN findings f ON (f.file, f.line) = (w.file, w.line) AND f.severity <> 'note'
    GROUP BY w.writer, f.code
)
SELECT w.writer,
       count(DISTINCT (w.file, w.evening)) AS evenings,
       count(*) AS hands,
       count(*) FILTER (w.slip) AS slips,
       round(100.0 * count(*) FILTER (w.slip) / count(*), 1) AS share,
       (SELECT c.code FROM codes c WHERE c.writer = w.writer ORDER BY c.times DESC, c.code LIMIT 1) AS code
FROM written w
GROUP BY w.writer
ORDER BY share, w.writer
