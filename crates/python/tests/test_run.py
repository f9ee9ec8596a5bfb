"""Kernels on NumPy arrays give what NumPy gives, and are looked at."""

import unittest

import numpy as np

import lockstep

DOUBLE = """
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
override factor: f32 = 2.0;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&a) { out[id.x] = factor * a[id.x]; }
}
"""

RACE = """
@group(0) @binding(0) var<storage, read_write> total: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    total[0] += i;
}
"""


class Running(unittest.TestCase):
    def setUp(self):
        self.a = np.arange(100, dtype=np.float32).reshape(4, 25)
        self.buffers = {"a": self.a, "out": np.zeros_like(self.a)}

    def test_outputs_are_those_of_numpy_in_their_shape(self):
        done = lockstep.run(DOUBLE, 2, self.buffers, "sim:rdna3", overrides={"factor": 3})
        np.testing.assert_array_equal(done["out"], 3 * self.a)
        self.assertEqual(done[(0, 1)].shape, (4, 25))
        self.assertEqual(done.faults, [])
        self.assertEqual(done.counters["workgroups"], 2)
        self.assertGreater(done.estimate.time_s, 0)
        self.assertEqual("at least" in repr(done).splitlines()[0], done.estimate.lower_bound)
        np.testing.assert_array_equal(self.buffers["out"], 0)

    def test_places_are_names_numbers_or_pairs(self):
        buffers = {"0.0": self.a, (0, 1): np.zeros_like(self.a)}
        np.testing.assert_array_equal(lockstep.run(DOUBLE, [2, 1, 1], buffers)[1], 2 * self.a)

    def test_a_race_is_a_finding_with_its_line_and_shows_itself(self):
        done = lockstep.run(RACE, buffers={"total": np.zeros(1, np.uint32)})
        self.assertEqual((done.faults[0].kind, done.faults[0].line), ("race", 4))
        with self.assertRaisesRegex(lockstep.LockstepError, "race, line 4"):
            done.check()
        self.assertIn("race", done._repr_html_())
        self.assertIn("race, line 4", repr(done))

    def test_what_does_not_fit_is_refused_with_what_would(self):
        for buffers, told in [
            ({"a": self.a.astype(np.float64), "out": self.a}, "astype\\(numpy.float32\\)"),
            ({"a": self.a}, "nothing is bound to 'out'"),
            ({"b": self.a}, "it uses: a \\(0.0\\), out \\(0.1\\)"),
        ]:
            with self.assertRaisesRegex(lockstep.LockstepError, told):
                lockstep.run(DOUBLE, 2, buffers)
        for dispatch in ["x", None, 1.5, [1, "2y"], [], [1, 1, 1, 1], 0]:
            with self.assertRaisesRegex(lockstep.LockstepError, "one to three numbers of workgroups"):
                lockstep.run(DOUBLE, dispatch, self.buffers)
        with self.assertRaisesRegex(lockstep.LockstepError, "kernel.wgsl:1:21"):
            lockstep.run("fn main() { let a = b; }")
        with self.assertRaisesRegex(lockstep.LockstepError, "sim:MACHINE"):
            lockstep.run(DOUBLE, 1, self.buffers, "cuda")

    def test_machines_have_names(self):
        self.assertIn("rdna3", lockstep.machines())


if __name__ == "__main__":
    unittest.main()
