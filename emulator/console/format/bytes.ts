const units = ['B', 'kB', 'MB', 'GB'];

/** `980 B`, `1.6 MB` */
export function bytes(amount: number): string {
  const step = amount < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(amount) / 3));
  const scaled = amount / 1000 ** step;
  return `${step === 0 || scaled >= 100 ? Math.round(scaled) : scaled.toFixed(1)} ${units[step]}`;
}
