// The choice of a pilot and an application in a form. The first of each is the emulator's default.
import type { Choice, Draft, FormField } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useNames } from '../store/use-store.ts';

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
