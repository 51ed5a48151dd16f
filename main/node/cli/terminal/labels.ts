// Rows of `status` and `secrets`: a label and its value.
import { message, type Message, type MessageId } from '../../../messages/message.ts';
import { padded } from './terminal-text.ts';
import { text } from '../../host/text.ts';

const LABEL_WIDTH = 10;

type Label = Extract<MessageId, `cli.label.${string}`>;

/** `Queue     3 waiting`. Without a label the value belongs to the row above. */
export function row(label: Label | null, value: Message | string): string {
  const name = label === null ? '' : text(message(label));
  return `${padded(label === null ? '' : `${name} `, LABEL_WIDTH)}${typeof value === 'string' ? value : text(value)}`;
}
