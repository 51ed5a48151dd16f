import type { ScenarioState } from '../../api-types.ts';
import { clockTime } from '../format/date-format.ts';
import { useLeftMs } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';

export function ScenarioSteps({ steps }: { readonly steps: ScenarioState['steps'] }) {
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
              {error === null ? null : <small className="error">{error}</small>}
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
