"""The running table: one camera, one game, one panel and one web app, wired."""
