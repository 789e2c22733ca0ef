"""Contract between pages and program: view models, requests and ports. Uses pydantic, not FastAPI."""
