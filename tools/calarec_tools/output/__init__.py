"""Output: files, reports, sheets, pictures, pages, other formats."""
