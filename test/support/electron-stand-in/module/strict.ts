// Makes a missing member throw with its name instead of being undefined, so that the stand-in doesn't fail silently.
import { EventEmitter } from 'node:events';

/** Language and runtime look these up on any object. */
const lookedUpByTheLanguage = new Set([
  'then',
  'toJSON',
  'constructor',
  'inspect',
  'nodeType',
  'asymmetricMatch',
  '$$typeof',
]);

export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key) {
      if (typeof key === 'string' && !(key in object) && !lookedUpByTheLanguage.has(key)) {
        throw new Error(`The stand-in for electron has no ${name}.${key}`);
      }
      const member: unknown = Reflect.get(object, key, object);
      // Methods are bound, because private fields aren't accessible through a proxy. Classes are returned unchanged.
      const isMethod = typeof member === 'function' && !Object.hasOwn(member, 'prototype');
      return isMethod ? (member.bind(object) as unknown) : member;
    },
  });
}

/** An emitter of named events only. */
export class KnownEvents extends EventEmitter {
  readonly #name: string;
  readonly #known: ReadonlySet<string>;

  constructor(name: string, known: readonly string[]) {
    super();
    this.#name = name;
    this.#known = new Set(known);
  }

  #check(event: string | symbol) {
    if (typeof event === 'string' && !this.#known.has(event) && event !== 'newListener' && event !== 'removeListener') {
      throw new Error(`The stand-in for electron has no event '${event}' of ${this.#name}`);
    }
  }

  override on(event: string | symbol, listener: (...values: never[]) => void): this {
    this.#check(event);
    return super.on(event, listener as (...values: unknown[]) => void);
  }

  override once(event: string | symbol, listener: (...values: never[]) => void): this {
    this.#check(event);
    return super.once(event, listener as (...values: unknown[]) => void);
  }
}

/** Electron's event object: whether a listener kept it from happening. */
export function preventable<T extends object>(details: T) {
  let isPrevented = false;
  return Object.assign(details, {
    preventDefault: () => void (isPrevented = true),
    get defaultPrevented() {
      return isPrevented;
    },
    isPrevented: () => isPrevented,
  });
}
