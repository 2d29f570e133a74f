setlocal commentstring=;\ %s comments=:; expandtab
