// Shows core's notifications with the system's own. A click opens the report.
import { Notification } from 'electron';
import type { SystemNotification } from '../../core/platform/ports.ts';
import type { Message } from '../../messages/message.ts';

/** A notification that is not referenced loses its click. */
const mostKept = 50;

type NotifyOptions = {
  readonly text: (message: Message) => string;
  /** The pilot is looking at the window. */
  readonly isWatched: () => boolean;
  readonly open: (place: SystemNotification['place']) => void;
};

export function createNotify({ text, isWatched, open }: NotifyOptions) {
  let kept: Notification[] = [];
  return ({ title, body, place }: SystemNotification): void => {
    if (isWatched() || !Notification.isSupported()) return;
    const notification = new Notification({ title: text(title), body: text(body) });
    const forget = () => (kept = kept.filter((one) => one !== notification));
    notification.on('click', () => {
      forget();
      open(place);
    });
    notification.on('close', forget);
    kept = [...kept, notification].slice(-mostKept);
    notification.show();
  };
}
