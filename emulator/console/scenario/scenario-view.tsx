// The running scenario and the built-in ones.
import { useState } from 'react';
import { Button } from '../elements/button.tsx';
import type { ScenarioState, ScenarioSummary } from '../../api-types.ts';
import { Detail } from '../elements/detail.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { ListView, Tools, useOpened } from '../elements/list.tsx';
import { clockTime } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useLeftMs, usePart, useStore } from '../store/use-store.ts';
import { RecordSection } from './recorded-scenario.tsx';
import './scenario.css';

const text = messages.scenario;
/** No built-in scenario has this name. */
const runningKey = 'running';

type Entry = ScenarioSummary & { readonly key: string; readonly steps?: ScenarioState['steps'] };

export function ScenarioView() {
  const opened = useOpened('scenario');
  const running = usePart('scenario');
  const [isRecording, setRecording] = useState(false);
  const offers = (usePart('offers')?.items ?? []).map((offer): Entry => ({
    ...offer,
    key: encodeURIComponent(offer.name),
  }));
  const entries: Entry[] = [...(running === null ? [] : [{ ...running, key: runningKey }]), ...offers];
  const open = entries.find(({ key }) => key === opened.openKey);
  const isOver = running?.steps.every(({ done }) => done) ?? false;
  return (
    <ListView
      opened={opened}
      groups={[
        ...(running === null
          ? []
          : [{ id: 'running', title: isOver ? text.over : text.playing, items: [entries[0]!] }]),
        { id: 'offers', title: text.offers, more: <span className="dim small">{text.pick}</span>, items: offers },
      ]}
      keyOf={({ key }) => key}
      renderRow={({ key, name, title, about }) => ({
        key,
        tone: key === runningKey ? 'hint' : 'plain',
        cells: {
          who: (
            <>
              <b>
                <bdi>{title}</bdi>
              </b>
              <code className="dim small" translate="no">
                --scenario {name}
              </code>
            </>
          ),
          about: <bdi className="dim small">{about}</bdi>,
        },
      })}
      rowHigh={62}
      tools={
        <Tools title={messages.views.scenario}>
          <Button onClick={() => setRecording(true)}>{text.record}</Button>
          {isRecording ? (
            <Dialog title={text.record} onClose={() => setRecording(false)}>
              <RecordSection />
            </Dialog>
          ) : null}
        </Tools>
      }
      detail={
        open && (
          <ScenarioDetail key={open.key} entry={open} onRun={() => opened.open(runningKey)} onClose={opened.close} />
        )
      }
    />
  );
}

function ScenarioDetail({
  entry: { name, title, about, steps },
  onRun,
  onClose,
}: {
  readonly entry: Entry;
  readonly onRun: () => void;
  readonly onClose: () => void;
}) {
  const store = useStore();
  const run = async () => {
    if ((await store.act('scenario.load', { name }, text.begun(title))) !== null) onRun();
  };
  return (
    <Detail label={text.open(title)} title={title} onClose={onClose}>
      <p>
        <bdi>{about}</bdi>
      </p>
      {steps === undefined ? (
        <>
          <p className="dim small">{text.replaces}</p>
          <div className="actions">
            <Button look="main" onClick={run}>
              {text.play}
            </Button>
          </div>
        </>
      ) : (
        <Steps steps={steps} />
      )}
    </Detail>
  );
}

function Steps({ steps }: { readonly steps: ScenarioState['steps'] }) {
  const next = steps.findIndex((step) => !step.done);
  return (
    <ol className="scenario-steps">
      {steps.map(({ at, message, done, error }, place) => (
        // Several steps may be due at the same time.
        // oxlint-disable-next-line react/no-array-index-key
        <li
          key={`${at} ${place}`}
          className={error !== null ? 'refused' : done ? 'done' : place === next ? 'next' : ''}
        >
          <time dateTime={at}>{clockTime(Date.parse(at))}</time>
          <span>
            <bdi>{message}</bdi>
            {error === null ? null : <small className="invalid">{error}</small>}
          </span>
          <span className="dim small">
            {error === null ? done ? text.done : <Left atMs={Date.parse(at)} /> : text.notDone}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Left({ atMs }: { readonly atMs: number }) {
  return messages.due(useLeftMs(atMs));
}
