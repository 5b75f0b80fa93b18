import { createRegistry, type DescEnum, type DescMessage, type DescMethod } from '@bufbuild/protobuf';
import { file_flipt_evaluation } from '../../../libs/proto/src/gen/flipt/evaluation_pb';
import { file_flipt_flipt } from '../../../libs/proto/src/gen/flipt/flipt_pb';
import { file_flipt_meta } from '../../../libs/proto/src/gen/flipt/meta_pb';
import { file_flipt_ofrep } from '../../../libs/proto/src/gen/flipt/ofrep_pb';
import { file_google_api_httpbody } from '../../../libs/proto/src/gen/google/api/httpbody_pb';
import { file_google_rpc_status } from '../../../libs/proto/src/gen/google/rpc/status_pb';
import { fliptEnums, fliptMessages, fliptMethods } from './flipt-tables';
import { notationOfEnum, notationOfMessage } from './wire-notation';

/** Fields and values of our own have numbers from here on, which Flipt will hardly ever reach. */
const FIRST_OF_OUR_OWN = 101;

const registry = createRegistry(
  file_flipt_evaluation,
  file_flipt_flipt,
  file_flipt_meta,
  file_flipt_ofrep,
  file_google_api_httpbody,
  file_google_rpc_status,
);

const messages: DescMessage[] = [];
const enums: DescEnum[] = [];
const methods: DescMethod[] = [];
for (const type of registry) {
  if (type.kind === 'message') messages.push(type);
  if (type.kind === 'enum') enums.push(type);
  if (type.kind === 'service') methods.push(...type.methods);
}

function isOfTheContract(field: string): boolean {
  return Number.parseInt(field, 10) < FIRST_OF_OUR_OWN;
}

test.each(Object.entries(fliptMessages))('%s has the fields of Flipt', (name, fields) => {
  const message = messages.find(({ typeName }) => typeName === name);
  const notation = message === undefined ? [] : notationOfMessage(message);
  expect(notation.filter(isOfTheContract).join(' · ')).toBe(fields);
});

test.each(Object.entries(fliptEnums))('%s has the values of Flipt', (name, values) => {
  const found = enums.find(({ typeName }) => typeName === name);
  const notation = found === undefined ? [] : notationOfEnum(found);
  expect(notation.filter(isOfTheContract).join(' · ')).toBe(values);
});

test('the methods are those of Flipt, and none has streams', () => {
  const notation = methods.map(({ parent, name, input, output, methodKind }) => {
    const types = `${input.name} → ${output.name}`;
    return [`${parent.typeName}/${name}`, methodKind === 'unary' ? types : methodKind];
  });
  expect(Object.fromEntries(notation)).toEqual(fliptMethods);
});

test('there is no message or enum beside them', () => {
  const names = [...messages, ...enums].map(({ typeName }) => typeName).sort();
  expect(names).toEqual([...Object.keys(fliptMessages), ...Object.keys(fliptEnums)].sort());
});

test('what is ours alone can be absent', () => {
  const ours = messages.flatMap((message) =>
    notationOfMessage(message).filter((field) => !isOfTheContract(field)),
  );
  expect(ours).toEqual(['103 off:FlagOff', '101 error_code:opt s', '102 error_details:opt s']);
});
