"""What `okey bench` measures. Each module has `run() -> dict` with numbers of this machine; ratios are what counts."""
