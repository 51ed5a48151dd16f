// Pilots and applications: their names in a row, and the choice of them in a form.
import type { ReactNode } from 'react';
import type { Choice, Draft, FormField } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useNames } from '../store/use-store.ts';

/** What a row is about, with something more below it. */
export function Who({ name, more }: { readonly name: ReactNode; readonly more: ReactNode }) {
  return (
    <>
      <b>{name}</b>
      <span className="dim small">{more}</span>
    </>
  );
}

export function Pair({ pilot, clientId }: { readonly pilot: string; readonly clientId: string }) {
  const names = useNames();
  return (
    <>
      <bdi>{names.pilot(pilot)}</bdi> <em>▸</em> <bdi>{names.application(clientId)}</bdi>
    </>
  );
}

/** The first of each is the emulator's default. */
export function useParties(): FormField[] {
  const { applications, pilots } = useNames();
  const choices = (items: Choice[]) => items.map(([id, name], place): Choice => [place === 0 ? '' : id, name]);
  return [
    { name: 'pilot', label: messages.people.pilot, choices: choices(pilots.map(({ id, name }) => [id, name])) },
    {
      name: 'clientId',
      label: messages.people.application,
      choices: choices(applications.map(({ clientId, name }) => [clientId, name])),
    },
  ];
}

/** The chosen ones. */
export const partiesOf = ({ pilot, clientId }: Draft) => ({
  ...(pilot ? { pilot } : {}),
  ...(clientId ? { clientId } : {}),
});
