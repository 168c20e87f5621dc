"""A network on the processor: a step of training, a convolution, its weights in a file, data from a worker."""

import torch
from torch.utils.data import DataLoader, TensorDataset

net = torch.nn.Sequential(torch.nn.Linear(64, 32), torch.nn.ReLU(), torch.nn.Linear(32, 64))


def choose(position, limits):
    step = torch.optim.SGD(net.parameters(), lr=0.01)
    net(torch.randn(64)).square().sum().backward()
    step.step()
    torch.nn.Conv2d(1, 8, 3)(torch.randn(4, 1, 8, 8))
    torch.save(net.state_dict(), "net.pt")
    net.load_state_dict(torch.load("net.pt", weights_only=True))
    batches = DataLoader(TensorDataset(torch.randn(32, 64)), batch_size=16, num_workers=1)
    assert sum(len(batch) for (batch,) in batches) == 32
    return position.legal()[0]
