"""What is written: files, reports, sheets, pictures, pages, other formats."""
