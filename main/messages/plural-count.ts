/** Returns the number that decides the plural of a value of the service. Text that is no number counts as several. */
export function pluralCount(value: string | number): number {
  const count = Number(value);
  return value !== '' && Number.isFinite(count) ? Math.abs(count) : 2;
}
