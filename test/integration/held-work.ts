// Work of a deck that takes virtual time, or that is held until a test lets it go.
import type { FlightDeck, SecretStore } from '../support/flight-deck.ts';

/** Resolves with the result, while virtual time passes. */
export async function whileTimePasses<T>(deck: FlightDeck, work: Promise<T>): Promise<T> {
  let isDone = false;
  void work.finally(() => (isDone = true)).catch(() => {});
  await deck.until(() => isDone);
  return work;
}

/** From now on nothing is removed from the store until the returned function is called. */
export function holdDeletes(secrets: SecretStore): () => void {
  const held = Promise.withResolvers<void>();
  const remove = secrets.delete.bind(secrets);
  secrets.delete = (name) => held.promise.then(() => remove(name));
  return held.resolve;
}
