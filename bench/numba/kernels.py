"""The workloads of bench/rocks that the comparison takes, as plain loops for Numba: one thread, and floats that round as IEEE 754 says.

python3 kernels.py FOLDER: main.ts has written each workload's arrays there. Writes the outputs beside them, and prints the shortest of the samples, in
milliseconds of processor time, as a line of JSON for each workload.
"""

import json
import math
import sys
import time
from pathlib import Path

import numba
import numpy as np
from numba import njit

F = np.float32


@njit
def matmul(a, b, c):
    c[:] = 0
    n = len(c)
    for row in range(n):
        for k in range(n):
            factor = a[row, k]
            for column in range(n):
                c[row, column] += factor * b[k, column]


@njit
def ode_rk4(start, rate, end, paths, steps):
    h = F(2 / 256)
    half, one, two, six = F(0.5), F(1), F(2), F(6)
    for i in range(paths):
        r = rate[i]
        y = start[i]
        for _ in range(steps):
            k1 = r * y * (one - y)
            y2 = y + half * h * k1
            k2 = r * y2 * (one - y2)
            y3 = y + half * h * k2
            k3 = r * y3 * (one - y3)
            y4 = y + h * k3
            y += (h / six) * (k1 + two * k2 + two * k3 + r * y4 * (one - y4))
        end[i] = y


@njit
def nbody(x, y, z, m, force, n):
    softening = F(0.01)
    for i in range(n):
        fx = fy = fz = F(0)
        for j in range(n):
            dx = x[j] - x[i]
            dy = y[j] - y[i]
            dz = z[j] - z[i]
            near = dx * dx + dy * dy + dz * dz + softening
            weight = m[j] / (near * math.sqrt(near))
            fx += dx * weight
            fy += dy * weight
            fz += dz * weight
        force[3 * i] = fx
        force[3 * i + 1] = fy
        force[3 * i + 2] = fz


@njit
def histogram(x, bins):
    bins[:] = 0
    for value in x:
        bins[value] += 1


@njit
def prefix_sum(x, sums):
    total = np.int32(0)
    for i in range(len(x)):
        total += x[i]
        sums[i] = total


@njit
def life_step(before, after):
    n = len(before)
    for y in range(n):
        up = n - 1 if y == 0 else y - 1
        down = 0 if y == n - 1 else y + 1
        for x in range(n):
            left = n - 1 if x == 0 else x - 1
            right = 0 if x == n - 1 else x + 1
            upper = before[up, left] + before[up, x] + before[up, right]
            lower = before[down, left] + before[down, x] + before[down, right]
            neighbours = upper + lower + before[y, left] + before[y, right]
            after[y, x] = 1 if neighbours == 3 or (neighbours == 2 and before[y, x] == 1) else 0


@njit
def life(start, a, b, steps):
    life_step(start, a)
    for done in range(1, steps):
        if done % 2 == 1:
            life_step(a, b)
        else:
            life_step(b, a)


@njit
def jacobi_step(source, before, after):
    quarter = F(0.25)
    height, width = source.shape
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            around = before[y - 1, x] + before[y + 1, x] + before[y, x - 1] + before[y, x + 1]
            after[y, x] = quarter * (around + source[y, x])


@njit
def jacobi(source, a, b, steps):
    a[:] = 0
    for done in range(steps):
        if done % 2 == 0:
            jacobi_step(source, a, b)
        else:
            jacobi_step(source, b, a)


@njit
def wavefront(a, b, d0, best, n):
    row = d0
    row[:] = 0
    for i in range(n):
        corner = left = most = np.int32(0)
        for j in range(n):
            up = row[j + 1]
            score = corner + (2 if a[i] == b[j] else -1)
            score = max(score, up - 1, left - 1, 0)
            most = max(most, score)
            row[j + 1] = score
            corner = up
            left = score
        best[i] = most


@njit
def dft_naive(re, im, cosines, sines, outRe, outIm, n):
    for k in range(n):
        sum_re = sum_im = F(0)
        for j in range(n):
            at = (j * k) & (n - 1)
            sum_re += re[j] * cosines[at] - im[j] * sines[at]
            sum_im += re[j] * sines[at] + im[j] * cosines[at]
        outRe[k] = sum_re
        outIm[k] = sum_im


@njit
def escape_steps(a, b):
    for step in range(100):
        if a * a + b * b >= 4096:
            return step + 1 - np.log2(0.5 * np.log2(a * a + b * b))
        a, b = a * a - b * b - 0.7269, 2 * a * b + 0.1889
    return 100.0


@njit
def escape_time(pixels, n):
    for y in range(n):
        for x in range(n):
            pixels[y * n + x] = escape_steps((3.2 * x) / n - 1.6, (3.2 * y) / n - 1.6)


@njit
def sobel(p, edges):
    two = F(2)
    height, width = p.shape
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            right = p[y - 1, x + 1] + two * p[y, x + 1] + p[y + 1, x + 1]
            left = p[y - 1, x - 1] + two * p[y, x - 1] + p[y + 1, x - 1]
            below = p[y + 1, x - 1] + two * p[y + 1, x] + p[y + 1, x + 1]
            above = p[y - 1, x - 1] + two * p[y - 1, x] + p[y - 1, x + 1]
            edges[y, x] = math.sqrt((right - left) * (right - left) + (below - above) * (below - above))


# What each takes of its workload, in the order of its parameters. SQUARE: arrays of n rows and n columns.
SQUARE = {"matmul", "life", "jacobi", "sobel"}
KERNELS = {
    "matmul": (matmul, ["a", "b", "c"], []),
    "ode-rk4": (ode_rk4, ["start", "rate", "end"], ["paths", "steps"]),
    "nbody": (nbody, ["x", "y", "z", "m", "force"], ["n"]),
    "histogram": (histogram, ["x", "bins"], []),
    "prefix-sum": (prefix_sum, ["x", "sums"], []),
    "life": (life, ["start", "a", "b"], ["steps"]),
    "jacobi": (jacobi, ["source", "a", "b"], ["steps"]),
    "wavefront": (wavefront, ["a", "b", "d0", "best"], ["n"]),
    "sobel": (sobel, ["x", "edges"], []),
    "dft-naive": (dft_naive, ["re", "im", "cosines", "sines", "outRe", "outIm"], ["n"]),
    "escape-time": (escape_time, ["pixels"], ["n"]),
}


def sample(run, at_least_ms):
    start = time.process_time_ns()
    runs = 0
    while True:
        run()
        runs += 1
        ms = (time.process_time_ns() - start) / 1e6
        if ms >= at_least_ms:
            return ms / runs


def main(folder):
    plan = json.loads((folder / "plan.json").read_text())
    print(json.dumps({"numba": numba.__version__}))
    for name, workload in plan["workloads"].items():
        kernel, arrays, scalars = KERNELS[name]
        held = {key: np.fromfile(folder / f"{name}.{key}", dtype) for key, dtype in workload["arrays"].items()}
        if name in SQUARE:
            size = workload["scalars"]["n"]
            held = {key: array.reshape(size, size) for key, array in held.items()}
        values = [held[key] for key in arrays] + [workload["scalars"][key] for key in scalars]
        kernel(*values)  # compiles
        for key in workload["outputs"]:
            held[key].tofile(folder / f"{name}.{key}")
        ms = min(sample(lambda: kernel(*values), plan["sampleMs"]) for _ in range(plan["rounds"]))
        print(json.dumps({"name": name, "ms": ms}), flush=True)


main(Path(sys.argv[1]))
