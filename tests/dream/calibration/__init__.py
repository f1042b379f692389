"""Tests of the calibration suite."""
