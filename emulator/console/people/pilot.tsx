// A pilot: the row, the form that adds one, and the sign-in without a browser, with what the tokens are good for.
import type { PilotView } from '../../api-types.ts';
import { visible } from '../../http/visible.ts';
import { CommandLine, CopyButton } from '../elements/copy.tsx';
import { Detail } from '../elements/detail.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { Form } from '../elements/form.tsx';
import { messages } from '../messages/messages.ts';
import { usePart, useSelected, useStore } from '../store/use-store.ts';
import { partiesOf, useParties, Who } from './parties.tsx';

const text = messages.people;

export const pilotRow = ({ id, name }: PilotView) => ({
  tone: 'plain',
  cells: { who: <Who name={<bdi>{name}</bdi>} more={<bdi className="mono">{id}</bdi>} /> },
});

export function PilotDetail({ pilot, onClose }: { readonly pilot: PilotView; readonly onClose: () => void }) {
  return (
    <Detail label={visible(pilot.name)} onClose={onClose}>
      <h2 className="detail-title">
        <bdi>{pilot.name}</bdi>
      </h2>
      <p className="dim small">{text.signInHelp}</p>
      <TokenMaker pilot={pilot.id} />
    </Detail>
  );
}

/** @param pilot if it is not to be chosen */
export function TokenMaker({ pilot }: { readonly pilot?: string }) {
  const store = useStore();
  const parties = useParties();
  const made = useSelected(({ signedIn }) => (pilot === undefined || signedIn?.pilot === pilot ? signedIn : null));
  const isStrict = usePart('health')?.mode === 'strict';
  const bearer = `Authorization: Bearer ${made?.access_token ?? ''}`;
  return (
    <div className="token-maker">
      <Form
        className="in-line"
        fields={parties.filter(({ name }) => name !== 'pilot' || pilot === undefined)}
        first={{}}
        submit={text.makeToken}
        onSubmit={(draft) => store.signIn(partiesOf({ ...draft, ...(pilot === undefined ? {} : { pilot }) }))}
      />
      {made === null ? null : (
        <div className="made" aria-live="polite">
          <p className="small">{text.madeToken}</p>
          <div className="actions">
            <CopyButton text={made.access_token} label={text.copyAccess} />
            <CopyButton text={made.refresh_token} label={text.copyRefresh} />
          </div>
          {isStrict ? null : (
            <>
              <p className="small">{text.readLine}</p>
              <CommandLine text={`curl -i ${store.address}/api/v1/flights -H '${bearer}'`} />
            </>
          )}
          <p className="small">{text.uploadLine}</p>
          <CommandLine
            text={`printf '\\211PNG\\r\\n\\032\\n' | curl -i ${store.address}/api/v1/flights -H '${bearer}' -F 'report=@-;filename=report.png'`}
          />
        </div>
      )}
    </div>
  );
}

export function NewPilot({ onClose }: { readonly onClose: () => void }) {
  const store = useStore();
  return (
    <Dialog title={text.addPilot} onClose={onClose}>
      <Form
        fields={[
          { name: 'id', label: text.pilotId, isMono: true, input: { required: true } },
          { name: 'name', label: text.pilotName, input: { required: true } },
        ]}
        first={{}}
        submit={text.add}
        onCancel={onClose}
        onSubmit={async ({ id = '', name = '' }) => {
          const pilot = { id: id.trim(), name: name.trim() };
          await store.call('pilots.add', pilot);
          store.notify('done', text.pilotAdded(visible(pilot.name)));
          onClose();
        }}
      />
    </Dialog>
  );
}
