/** `10 000`, with a non-breaking space. */
export const grouped = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/** `1 request`, `12 requests` */
export const count = (n: number, one: string, many = `${one}s`): string => `${grouped(n)} ${n === 1 ? one : many}`;
