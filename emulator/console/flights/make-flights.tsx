// Creates flights without an upload.
import type { FlightSeed } from '../../api-types.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Form } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { useParties, partiesOf } from '../people/parties.tsx';
import { useStore } from '../store/use-store.ts';

const text = messages.flights;

const stages = {
  fresh: {},
  moderator: { automatedChecked: true, needsModerator: true },
  completed: { automatedChecked: true, needsModerator: false },
  archived: { isArchived: true },
} satisfies Record<string, FlightSeed>;

type Stage = keyof typeof stages;

export function MakeFlights({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  const parties = useParties();
  return (
    <Dialog title={text.make} onClose={onClose}>
      <Form
        fields={[
          { name: 'count', label: text.howMany, input: { type: 'number', min: 1, max: 10_000, required: true } },
          ...parties,
          { name: 'stage', label: text.howFar, choices: Object.entries(text.stageNames) },
        ]}
        first={{ count: '3', stage: 'fresh' }}
        submit={text.makeThem}
        onCancel={onClose}
        onSubmit={async (draft) => {
          const count = Number(draft['count']);
          const wanted = { count, ...partiesOf(draft), ...stages[draft['stage'] as Stage] };
          if ((await store.act('flights.add', wanted, text.made(count))) !== null) onClose();
        }}
      />
    </Dialog>
  );
}
