// Formats durations.

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** `0:05`, `12:00`, `1:02:03`, `29 d 23 h`; never negative. Rounded up, so `0:00` means now. */
export function countdown(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} d ${Math.floor((ms % dayMs) / hourMs)} h`;
  const seconds = Math.max(0, Math.ceil(ms / secondMs));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${twoDigits(m)}:${twoDigits(s)}` : `${m}:${twoDigits(s)}`;
}

/** `0.4 ms`, `12 ms`, `3.20 s` */
export function duration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < secondMs ? `${Math.round(ms)} ms` : `${(ms / secondMs).toFixed(2)} s`;
}
