import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page } from '@playwright/test';
import { findControl } from './support/find-control';
import { type Management } from './support/management';
import { type Task, tasksIn } from './support/tasks';
import { expect, test } from './support/test';

/*
 * What people come for, judged by the server: each task makes one revision, and the namespace is then what a file says,
 * which has the name of the task.
 */

interface State {
  /** How many revisions the namespace has had. */
  readonly revisions: number;
  /** What it holds, as it is exported. */
  readonly contents: object;
}

async function contentsIn(file: string): Promise<object> {
  return JSON.parse(await readFile(join(__dirname, 'tasks', `${file}.json`), 'utf8')) as object;
}

async function stateOf(management: Management): Promise<State> {
  const { revision, document } = await management.get<Record<'revision' | 'document', string>>('document');
  const { namespace: _namespace, ...contents } = JSON.parse(document, timeless) as Record<string, unknown>;
  return { revisions: Number.parseInt(revision, 10), contents };
}

/** What the time is part of is the same at any time. */
function timeless(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\d{4}-\d\d-\d\d(T\S+)?/, 'then') : value;
}

/** Does what comes before a task. */
async function prepare(page: Page, { after }: Task): Promise<void> {
  if (after === undefined) return;
  await prepare(page, after);
  await walk(page, after);
}

/** Goes the way of a task, presses what is at its end, and waits until the page tells how that ended. */
async function walk(page: Page, { page: path, way, file }: Task): Promise<void> {
  await page.goto(`/#/${path}`);
  const control = await findControl(page, way);
  if (file !== undefined) {
    const buffer = Buffer.from(JSON.stringify(file));
    const chosen = { name: 'flags.json', mimeType: 'application/json', buffer };
    await page.getByLabel('File').setInputFiles(chosen);
  }
  const told = page.getByRole('region', { name: 'Notifications' });
  const before = (await told.textContent()) ?? '';
  await control.click();
  await expect(told).not.toHaveText(before);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const name of Object.keys(tasksIn({ here: '', there: '' }))) {
  test(`one save does it, and nothing else: ${name}`, async ({ page, management: here }) => {
    const there = here.in(`${here.namespaceKey}-there`);
    await here.call('POST', '/api/v1/namespaces', { key: there.namespaceKey, name: there.namespaceKey });
    await here.importDocument({ ...(await contentsIn('before')) });
    const task = tasksIn({ here: here.namespaceKey, there: there.namespaceKey })[name];
    if (task === undefined) throw new Error(`There is no task ${name}.`);
    await prepare(page, task);
    const judged = task.isJudgedThere === true ? there : here;
    const { revisions } = await stateOf(judged);
    await walk(page, task);
    await expect.poll(async () => (await stateOf(judged)).revisions).toBe(revisions + 1);
    const file = name.replaceAll(' ', '-');
    expect((await stateOf(judged)).contents).toEqual(await contentsIn(file));
  });
}
