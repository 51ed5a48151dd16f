// The navigation, with a count for each view.
import { Icon } from '../elements/icon.tsx';
import { usePart } from '../store/use-console.ts';
import { messages } from '../messages/messages.ts';
import { views } from '../store/use-view.ts';
import type { View } from '../store/use-view.ts';

export function Nav({ current }: { readonly current: View }) {
  const playing = usePart('scenario').value;
  return (
    <nav className="nav" aria-label={messages.viewsLabel}>
      {views.map((view) => (
        <a key={view} href={`#${view}`} aria-current={view === current ? 'page' : undefined}>
          <Icon name={view} />
          <span>{messages.views[view]}</span>
          {view === 'scenario' && playing?.steps.some((step) => !step.done) ? (
            <i className="nav-mark" title={messages.scenario.playing} />
          ) : null}
        </a>
      ))}
    </nav>
  );
}
