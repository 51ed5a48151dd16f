// application/x-www-form-urlencoded as OAuth reads it: an empty parameter counts as absent, one given twice is refused
// (rule 13, RFC 6749 §3.1, §3.2). And the two ways in which clients encode Basic credentials (rule 15).

export interface Form {
  get(name: string): string | undefined;
  /** The first parameter of those asked for that is given more than once, or null. */
  repeated(names: readonly string[]): string | null;
}

const emptyForm: Form = { get: () => undefined, repeated: () => null };

export function parseForm(text: string): Form {
  if (text === '') return emptyForm;
  const first = new Map<string, string>();
  const repeated = new Set<string>();
  new URLSearchParams(text).forEach((value, name) => {
    if (value === '') return;
    if (first.has(name)) repeated.add(name);
    else first.set(name, value);
  });
  return {
    get: (name) => first.get(name),
    repeated: (names) => (repeated.size === 0 ? null : (names.find((name) => repeated.has(name)) ?? null)),
  };
}

/**
 * What a Basic user name or password may mean: form-decoded as RFC 6749 §2.3.1 says, percent-decoded with the plus left
 * alone, or as it stands. Clients in the wild send each of them.
 */
export function readingsOf(raw: string): string[] {
  return [...new Set([decode(raw.replaceAll('+', ' ')), decode(raw), raw])].filter((reading) => reading !== null);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
