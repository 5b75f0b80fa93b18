import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { createFileRegistry, create } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { FileDescriptorSetSchema, type FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import { framed, GrpcRawConnection } from '../../support/grpc-raw-connection';
import { ReflectionClient } from '../../support/grpc-reflection-client';
import { useServer } from '../../support/use-server';

const services = [
  'flipt.Flipt',
  'flipt.auth.AuthenticationService',
  'flipt.auth.PublicAuthenticationService',
  'flipt.evaluation.DataService',
  'flipt.evaluation.EvaluationService',
  'flipt.meta.MetadataService',
  'flipt.ofrep.OFREPService',
  'grpc.health.v1.Health',
  'pennon.audit.AuditService',
  'pennon.changes.ChangeService',
  'pennon.dashboard.DashboardService',
  'pennon.explain.ExplainService',
  'pennon.looks.LookService',
  'pennon.reference.ReferenceService',
  'pennon.saved.SavedService',
  'pennon.transfer.TransferService',
];

const server = useServer();

describe.each(['v1', 'v1alpha'] as const)('server reflection, %s', (version) => {
  let client: ReflectionClient;

  beforeEach(() => {
    client = new ReflectionClient(server.grpcAddress, version);
  });

  afterEach(() => {
    client.close();
  });

  /** The file of a symbol and, asked for one by one as clients do, all that it imports. */
  async function filesOf(symbol: string): Promise<ReadonlyMap<string, FileDescriptorProto>> {
    const [first] = await client.files({ file_containing_symbol: symbol });
    const files = new Map<string, FileDescriptorProto>();
    const missing = first === undefined ? [] : [first];
    for (let file = missing.pop(); file !== undefined; file = missing.pop()) {
      files.set(file.name, file);
      for (const name of file.dependency.filter((dependency) => !files.has(dependency))) {
        const found = await client.files({ file_by_filename: name });
        missing.push(...found.filter((candidate) => candidate.name === name));
      }
    }
    return files;
  }

  test('lists every service', async () => {
    const { list_services_response: list } = await client.ask({ list_services: '*' });
    expect(list?.service.map(({ name }) => name).sort()).toEqual(services);
  });

  test.each(services)('gives all that a client needs to call %s', async (service) => {
    const files = await filesOf(service);
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: sorted(files) }));
    expect(registry.getService(service)?.methods.length).toBeGreaterThan(0);
  });

  test.each([
    'flipt.Flag',
    'flipt.Flipt.GetFlag',
    'flipt.evaluation.EvaluationReason',
    'google.protobuf.Struct',
  ])('finds the file of %s', async (symbol) => {
    expect(await client.files({ file_containing_symbol: symbol })).not.toEqual([]);
  });

  test.each([
    ['a symbol', { file_containing_symbol: 'flipt.Colour' }, 'Symbol not found: flipt.Colour'],
    ['a file', { file_by_filename: '../secret.proto' }, 'Proto file not found: ../secret.proto'],
    ['the type of an extension', { all_extension_numbers_of_type: 'a' }, 'Extensions not found for symbol a'],
  ])('says that %s is not there', async (_, question, message) => {
    expect((await client.ask(question)).error_response).toEqual({
      error_code: status.NOT_FOUND,
      error_message: message,
    });
  });

  test.each([
    ['nothing', {}],
    ['a name that every object has', { file_containing_symbol: '__proto__' }],
    ['another one', { file_by_filename: 'constructor' }],
  ])('%s is asked without harm', async (_, question) => {
    await client.ask(question);
    expect(await client.files({ file_containing_symbol: 'flipt.Flag' })).not.toEqual([]);
    expect(server.logged('ERROR')).toEqual([]);
  });
});

describe('server reflection', () => {
  test('answers many questions on one stream', async () => {
    const client = new ReflectionClient(server.grpcAddress, 'v1');
    const questions = Array.from({ length: 500 }, () => ({ file_containing_symbol: 'flipt.Flag' }));
    const answers = await client.askAll(questions);
    client.close();
    const files = answers.map(
      ({ file_descriptor_response: response }) => response?.file_descriptor_proto.length,
    );
    expect(new Set(files)).toEqual(new Set([files[0]]));
    expect([answers.length, files[0]]).toEqual([500, expect.any(Number)]);
  });

  test('takes no more questions from a client that does not read the answers', async () => {
    const connection = await GrpcRawConnection.open(server.grpcAddress);
    const stream = connection.begin('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo').pause();
    const question = framed(
      new BinaryWriter().tag(4, WireType.LengthDelimited).string('flipt.Flag').finish(),
    );
    const questions = Buffer.concat(Array.from({ length: 1000 }, () => question));
    for (let thousands = 0; thousands < 200; thousands++) stream.write(questions);
    let left = Number.NaN;
    while (left !== stream.writableLength) {
      left = stream.writableLength;
      await delay(500);
    }
    connection.close();
    expect(left).toBeGreaterThan(0);
  });
});

/** Imported files first, as descriptor sets have them. */
function sorted(files: ReadonlyMap<string, FileDescriptorProto>): FileDescriptorProto[] {
  const inOrder = new Set<FileDescriptorProto>();
  const visit = (file: FileDescriptorProto): void => {
    for (const name of file.dependency) {
      const imported = files.get(name);
      if (imported === undefined) throw new Error(`${file.name} imports ${name}, which is not there`);
      visit(imported);
    }
    inOrder.add(file);
  };
  for (const file of files.values()) visit(file);
  return [...inOrder];
}
