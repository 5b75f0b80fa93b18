import { isExpired, MICROS_PER_MILLISECOND, ROLE_KEY, tokenKeys, type Instant } from '@pennon/domain';
import { SystemClock } from '@pennon/storage';
import { roles, unknownRoleIn } from '@pennon/auth';
import { type Given } from '../command-line/command';
import { listOf } from '../command-line/parse-options';
import { exitCodes } from '../terminal/exit';
import { printJson, printLines, tell } from '../terminal/print';
import { endOfLifetime } from '../command-line/read-times';
import { type TokenRecord, type WantedToken, withTokenAdmin } from './token-admin';

/** Makes a token, and prints it. @returns the exit code. */
export async function createToken(given: Given): Promise<number> {
  const wanted = wantedBy(given);
  const { clientToken, record } = await withTokenAdmin(given, 'write', (admin) => admin.create(wanted));
  if (given.isOn('json')) await printJson({ clientToken, authentication: jsonOf(record) });
  else {
    await printLines([clientToken]);
    tell(`made the token ${record.id}; it is shown this once`);
  }
  return exitCodes.done;
}

/** Prints the records of all tokens. @returns the exit code. */
export async function listTokens(given: Given): Promise<number> {
  const now = new SystemClock().now();
  await withTokenAdmin(given, 'read', async (admin) => {
    for await (const record of admin.list()) {
      await printLines([given.isOn('json') ? JSON.stringify(jsonOf(record)) : lineOf(record, now)]);
    }
  });
  return exitCodes.done;
}

/** Revokes a token. @returns the exit code. */
export async function deleteToken(given: Given): Promise<number> {
  const [id = ''] = given.args;
  const keepsChanges = given.isOn('keep-changes');
  const held = await withTokenAdmin(given, 'write', (admin) => admin.delete(id, keepsChanges));
  tell(`revoked the token ${id}`);
  for (const one of held) tell(`held until an editor resumes it: ${one}`);
  return exitCodes.done;
}

function wantedBy(given: Given): WantedToken {
  const name = given.text('name') ?? '';
  if (name === '') throw new Error('token create needs --name NAME; see pennon help token create');
  const lifetime = given.text('expires-in');
  const role = given.text('role');
  if (role !== undefined) assertRoles(role);
  return {
    name,
    description: given.text('description') ?? '',
    namespaceKey: given.text('namespace') ?? '',
    metadata: role === undefined ? {} : { [ROLE_KEY]: role },
    expiresAt: lifetime === undefined ? undefined : endOfLifetime(lifetime, new SystemClock().now()),
  };
}

/** A name that is no role would grant nothing, and nobody would be told. */
function assertRoles(text: string): void {
  const unknown = unknownRoleIn(text);
  if (unknown === undefined) return;
  throw new Error(
    `--role: ${JSON.stringify(unknown.trim())} is not a role: give ${listOf(roles)}, for one namespace shop:editor`,
  );
}

function jsonOf({ id, metadata, createdAt, expiresAt }: TokenRecord): object {
  return { id, createdAt: timeOf(createdAt), expiresAt: timeOf(expiresAt), metadata };
}

function lineOf({ id, metadata, expiresAt }: TokenRecord, now: Instant): string {
  const end = timeOf(expiresAt);
  const expiry =
    end === undefined ? 'never expires' : `${isExpired({ expiresAt }, now) ? 'expired' : 'expires'} ${end}`;
  const namespace = metadata[tokenKeys.namespace];
  const role = metadata[ROLE_KEY];
  return [
    id,
    metadata[tokenKeys.name] ?? '(no name)',
    expiry,
    ...(namespace === undefined ? [] : [`namespace ${namespace}`]),
    ...(role === undefined ? [] : [`role ${role}`]),
  ].join('  ');
}

/** RFC 3339; undefined stays out of JSON. */
function timeOf(instant: Instant | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant / MICROS_PER_MILLISECOND).toISOString();
}
