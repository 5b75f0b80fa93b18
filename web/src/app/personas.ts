import { useSyncExternalStore } from 'react';
import * as z from '@/lib/zod';
import { createKeptStore } from './kept-store';

const persona = z.object({
  name: z.string().check(z.minLength(1)),
  entityId: z.string(),
  context: z.record(z.string(), z.string()),
});

const schema = z.object({ version: z.literal(1), personas: z.array(persona) });

/** An entity with a name, kept in this browser to be evaluated again. */
export type Persona = Readonly<z.infer<typeof persona>>;

/** Apart from the preferences: they are wiped on their own. */
const store = createKeptStore<readonly Persona[]>(
  'pennon.personas',
  (text) => readPersonas(text) ?? [],
  (personas) => (personas.length === 0 ? '' : exportPersonas(personas)),
);

export function usePersonas(): readonly Persona[] {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** Keeps personas; one with a name that is there replaces that. */
export function savePersonas(saved: readonly Persona[]): void {
  const byName = new Map([...store.get(), ...saved].map((one) => [one.name, one]));
  store.set([...byName.values()]);
}

export function deletePersona(name: string): void {
  store.set(store.get().filter((one) => one.name !== name));
}

/** Forgets all of them, in every tab of this browser. */
export function forgetPersonas(): void {
  store.set([]);
}

/** Personas as the text of a file. */
export function exportPersonas(personas: readonly Persona[]): string {
  return JSON.stringify({ version: 1, personas }, undefined, 2);
}

/** The personas of such a file; undefined when it holds none. */
export function readPersonas(text: string): readonly Persona[] | undefined {
  try {
    return schema.parse(JSON.parse(text)).personas;
  } catch {
    return undefined;
  }
}
