"""What the pages and the program say to each other: view models, requests and ports. Pydantic only, no FastAPI."""
