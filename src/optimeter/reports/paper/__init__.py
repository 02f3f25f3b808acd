"""What a paper needs: its set of figures, tables and an article that holds them."""
