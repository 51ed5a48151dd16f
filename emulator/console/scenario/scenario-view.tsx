// The running scenario with its steps, and the built-in ones.
import { useState } from 'react';
import type { ScenarioState, ScenarioSummary } from '../../api-types.ts';
import { Confirm } from '../elements/dialog.tsx';
import { Empty } from '../elements/empty.tsx';
import { clockTime } from '../format/format.ts';
import { messages } from '../messages/messages.ts';
import { useLeftMs, usePart, useStore } from '../store/use-store.ts';
import { RecordSection } from './record-section.tsx';
import './scenario.css';

export function ScenarioView() {
  const store = useStore();
  const playing = usePart('scenario');
  const offers = usePart('offers')?.items ?? [];
  const [wanted, setWanted] = useState<ScenarioSummary | null>(null);
  return (
    <div className="page">
      <div className="page-head">
        <h2>{messages.views.scenario}</h2>
      </div>
      {playing === null ? (
        <Empty title={messages.scenario.none}>
          <p>{messages.scenario.pick}</p>
        </Empty>
      ) : (
        <section className="card playing" aria-labelledby="playing">
          <p className="small over-line">
            {playing.steps.some(({ done }) => !done) ? messages.scenario.playing : messages.scenario.over}
          </p>
          <h3 id="playing">
            <bdi>{playing.title}</bdi>
          </h3>
          <p className="about">{playing.about}</p>
          <ScenarioSteps steps={playing.steps} />
        </section>
      )}
      <section aria-labelledby="offers">
        <div className="section-head">
          <h3 id="offers">{messages.scenario.offers}</h3>
        </div>
        <ul className="offers">
          {offers.map((offer) => (
            <li key={offer.name} className="card offer">
              <h4>{offer.title}</h4>
              <p className="small dim">{offer.about}</p>
              <div className="actions">
                <button
                  type="button"
                  className="button small-button"
                  aria-label={messages.scenario.playOne(offer.title)}
                  onClick={() => setWanted(offer)}
                >
                  {playing?.name === offer.name ? messages.scenario.playAgain : messages.scenario.play}
                </button>
                <code className="dim small" translate="no">
                  --scenario {offer.name}
                </code>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <RecordSection />
      {wanted === null ? null : (
        <Confirm
          title={messages.scenario.playOne(wanted.title)}
          text={messages.scenario.replaces}
          action={messages.scenario.play}
          onClose={() => setWanted(null)}
          onConfirm={() =>
            void store.act('scenario.load', { name: wanted.name }, messages.scenario.begun(wanted.title))
          }
        />
      )}
    </div>
  );
}

function ScenarioSteps({ steps }: { readonly steps: ScenarioState['steps'] }) {
  const next = steps.findIndex((step) => !step.done);
  return (
    <ol className="scenario-steps">
      {steps.map(({ at, message: text, done, error }, place) => {
        const state = done ? 'done' : place === next ? 'next' : 'to-come';
        return (
          // Several steps may be due at the same time.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={`${at} ${place}`} className={error === null ? state : 'refused'}>
            <time dateTime={at}>{clockTime(Date.parse(at))}</time>
            <span>
              <bdi>{text}</bdi>
              {error === null ? null : <small className="invalid">{error}</small>}
            </span>
            <span className="dim small">
              {error === null ? (
                done ? (
                  messages.scenario.done
                ) : (
                  <Left atMs={Date.parse(at)} />
                )
              ) : (
                messages.scenario.notDone
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Left({ atMs }: { readonly atMs: number }) {
  return messages.due(useLeftMs(atMs));
}
