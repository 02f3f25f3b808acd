"""A cluster of dask.distributed; here its workers are processes of this machine.

On a real cluster make the client for its scheduler, e.g. with dask-jobqueue:

    cluster = SLURMCluster(cores=1, memory="2GB")
    cluster.scale(100)
    client = Client(cluster)
"""

from distributed import Client, LocalCluster

import optimeter as om


def main():
    """Run the experiment; processes that start others need this function."""
    suite = om.Suite("bbob", functions=range(1, 6), dimensions=[2, 3], instances=range(1, 6))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        result = om.run("scipy:Powell", suite, budget=100, folder="exdata/powell", executor=client)
    print(result)


if __name__ == "__main__":
    main()
