// The pacer of 0.1.0, which searched one constant wait between two bounds: its figures on the seeds that are reported,
// recorded before it was replaced.

import type { Figures } from './figures.ts';

export const recordedPacer: Readonly<Record<string, { cold: Figures; warm: Figures }>> = {
  '1 reports, wait 0–60 s': {
    cold: { time: 1, refusals: 0, score: 1, worst: 1 },
    warm: { time: 1, refusals: 0, score: 1, worst: 1 },
  },
  '2 reports, wait 0–60 s': {
    cold: { time: 1.678, refusals: 1, score: 1.678, worst: 2.059 },
    warm: { time: 1.679, refusals: 0, score: 1.679, worst: 2.02 },
  },
  '3 reports, wait 0–60 s': {
    cold: { time: 1.697, refusals: 1, score: 1.697, worst: 2.067 },
    warm: { time: 1.698, refusals: 0, score: 1.698, worst: 2.027 },
  },
  '5 reports, wait 0–60 s': {
    cold: { time: 1.711, refusals: 1, score: 1.711, worst: 2.071 },
    warm: { time: 1.599, refusals: 0, score: 1.599, worst: 2.031 },
  },
  '7 reports, wait 0–60 s': {
    cold: { time: 1.234, refusals: 1, score: 1.294, worst: 1.862 },
    warm: { time: 1.083, refusals: 0, score: 1.103, worst: 1.761 },
  },
  '10 reports, wait 0–60 s': {
    cold: { time: 1.18, refusals: 3, score: 1.24, worst: 1.426 },
    warm: { time: 1.053, refusals: 0, score: 1.063, worst: 1.176 },
  },
  '20 reports, wait 0–60 s': {
    cold: { time: 1.154, refusals: 3, score: 1.234, worst: 1.34 },
    warm: { time: 1.022, refusals: 0, score: 1.05, worst: 1.064 },
  },
  '100 reports, wait 0 s': {
    cold: { time: 1.035, refusals: 0, score: 1.035, worst: 1.04 },
    warm: { time: 1.012, refusals: 0, score: 1.012, worst: 1.017 },
  },
  '100 reports, wait 1 s': {
    cold: { time: 1.055, refusals: 3, score: 1.115, worst: 1.136 },
    warm: { time: 1.03, refusals: 0, score: 1.03, worst: 1.044 },
  },
  '100 reports, wait 2 s': {
    cold: { time: 1.031, refusals: 4, score: 1.111, worst: 1.131 },
    warm: { time: 1.013, refusals: 1, score: 1.032, worst: 1.035 },
  },
  '100 reports, wait 3 s': {
    cold: { time: 1.032, refusals: 4, score: 1.112, worst: 1.116 },
    warm: { time: 1.01, refusals: 1, score: 1.03, worst: 1.036 },
  },
  '100 reports, wait 5 s': {
    cold: { time: 1.009, refusals: 5, score: 1.109, worst: 1.112 },
    warm: { time: 1.007, refusals: 1, score: 1.027, worst: 1.03 },
  },
  '100 reports, wait 7.3 s': {
    cold: { time: 1.039, refusals: 4, score: 1.119, worst: 1.121 },
    warm: { time: 1.005, refusals: 1, score: 1.025, worst: 1.028 },
  },
  '100 reports, wait 10 s': {
    cold: { time: 1.016, refusals: 5, score: 1.116, worst: 1.12 },
    warm: { time: 1.004, refusals: 1, score: 1.024, worst: 1.028 },
  },
  '100 reports, wait 15 s': {
    cold: { time: 1.018, refusals: 5, score: 1.118, worst: 1.119 },
    warm: { time: 1.004, refusals: 1, score: 1.024, worst: 1.024 },
  },
  '100 reports, wait 20 s': {
    cold: { time: 1.01, refusals: 5, score: 1.11, worst: 1.11 },
    warm: { time: 1.003, refusals: 1, score: 1.023, worst: 1.023 },
  },
  '100 reports, wait 30 s': {
    cold: { time: 1.015, refusals: 5, score: 1.115, worst: 1.116 },
    warm: { time: 1.002, refusals: 1, score: 1.022, worst: 1.022 },
  },
  '100 reports, wait 45 s': {
    cold: { time: 1.021, refusals: 5, score: 1.121, worst: 1.121 },
    warm: { time: 1.001, refusals: 1, score: 1.021, worst: 1.021 },
  },
  '100 reports, wait 60 s': {
    cold: { time: 1.012, refusals: 5, score: 1.112, worst: 1.112 },
    warm: { time: 1.012, refusals: 1, score: 1.032, worst: 1.032 },
  },
  '100 reports, wait 0–60 s': {
    cold: { time: 1.047, refusals: 5, score: 1.121, worst: 1.148 },
    warm: { time: 1.007, refusals: 1, score: 1.027, worst: 1.039 },
  },
  'a refusal restarts the wait': {
    cold: { time: 1.067, refusals: 6, score: 1.181, worst: 1.189 },
    warm: { time: 1.016, refusals: 1, score: 1.035, worst: 1.039 },
  },
  '5 reports, a refusal restarts the wait': {
    cold: { time: 1.928, refusals: 2, score: 1.988, worst: 2.669 },
    warm: { time: 1.84, refusals: 0, score: 1.84, worst: 2.63 },
  },
  'Retry-After': {
    cold: { time: 1.009, refusals: 3, score: 1.068, worst: 1.148 },
    warm: { time: 1.007, refusals: 1, score: 1.027, worst: 1.031 },
  },
  'Retry-After, 5 reports': {
    cold: { time: 1.025, refusals: 1, score: 1.045, worst: 1.758 },
    warm: { time: 1.023, refusals: 0, score: 1.023, worst: 1.758 },
  },
  'Retry-After too short': {
    cold: { time: 1.078, refusals: 25, score: 1.592, worst: 1.618 },
    warm: { time: 1.038, refusals: 8, score: 1.204, worst: 1.249 },
  },
  'Retry-After too long': {
    cold: { time: 1.457, refusals: 1, score: 1.477, worst: 1.785 },
    warm: { time: 1.345, refusals: 1, score: 1.365, worst: 1.641 },
  },
  'latency 0.1–1.1 s': {
    cold: { time: 1.114, refusals: 5, score: 1.232, worst: 1.28 },
    warm: { time: 1.059, refusals: 0, score: 1.059, worst: 1.167 },
  },
  'another program uploads three times': {
    cold: { time: 1.047, refusals: 5, score: 1.121, worst: 1.148 },
    warm: { time: 1.007, refusals: 1, score: 1.027, worst: 1.137 },
  },
  'wait jitters by up to 10–50 %': {
    cold: { time: 1.434, refusals: 15, score: 1.714, worst: 2.178 },
    warm: { time: 1.249, refusals: 4, score: 1.329, worst: 1.746 },
  },
  'wait alternates between two values': {
    cold: { time: 1.561, refusals: 52, score: 2.601, worst: 2.949 },
    warm: { time: 1.661, refusals: 36, score: 2.552, worst: 2.697 },
  },
  'wait drifts up by 1–3 % a report': {
    cold: { time: 1.392, refusals: 30, score: 1.992, worst: 2.371 },
    warm: { time: 1.507, refusals: 2, score: 1.547, worst: 2.191 },
  },
  'wait drifts down by 0.5–2 % a report': {
    cold: { time: 1.633, refusals: 4, score: 1.713, worst: 2.015 },
    warm: { time: 1.847, refusals: 2, score: 1.907, worst: 2.125 },
  },
  'wait grows in the middle, 1.2–3 times': {
    cold: { time: 1.036, refusals: 9, score: 1.216, worst: 1.225 },
    warm: { time: 1.351, refusals: 0, score: 1.351, worst: 1.746 },
  },
  'wait shrinks in the middle, 0.3–0.8 times': {
    cold: { time: 1.23, refusals: 5, score: 1.33, worst: 1.649 },
    warm: { time: 1.1, refusals: 1, score: 1.12, worst: 1.143 },
  },
  'token bucket of 2–8, one every 2–20 s': {
    cold: { time: 1.003, refusals: 33, score: 1.667, worst: 1.82 },
    warm: { time: 1.002, refusals: 20, score: 1.406, worst: 1.702 },
  },
  'sliding window, 2–8 in 10–60 s': {
    cold: { time: 2.172, refusals: 7, score: 2.292, worst: 4.868 },
    warm: { time: 1.956, refusals: 0, score: 1.956, worst: 3.743 },
  },
  '10 reports, token bucket of 2–8': {
    cold: { time: 1.357, refusals: 6, score: 1.51, worst: 2.446 },
    warm: { time: 1.229, refusals: 0, score: 1.229, worst: 3.371 },
  },
  'fixed window, 2–8 in 10–60 s': {
    cold: { time: 1.415, refusals: 5, score: 1.624, worst: 4.35 },
    warm: { time: 1.239, refusals: 9, score: 1.528, worst: 2.876 },
  },
  'wait changes by the time of day': {
    cold: { time: 1.325, refusals: 14, score: 1.61, worst: 1.636 },
    warm: { time: 1.128, refusals: 0, score: 1.168, worst: 1.433 },
  },
  'wait jitters, a refusal restarts it': {
    cold: { time: 1.404, refusals: 10, score: 1.604, worst: 2.006 },
    warm: { time: 1.138, refusals: 0, score: 1.138, worst: 1.459 },
  },
  '10 reports, sliding window': {
    cold: { time: 2.408, refusals: 6, score: 2.528, worst: 7.48 },
    warm: { time: 1.723, refusals: 0, score: 1.723, worst: 7.736 },
  },
  '7 reports, wait jitters by up to 10–50 %': {
    cold: { time: 1.542, refusals: 2, score: 1.585, worst: 2.655 },
    warm: { time: 1.542, refusals: 0, score: 1.562, worst: 2.635 },
  },
};
