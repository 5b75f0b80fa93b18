import { isJsonObject, type Json } from '@pennon/domain';

/** True for text that the general way takes as it is. */
export function isText(json: Json | undefined): json is string {
  return typeof json === 'string' && json.isWellFormed();
}

/** True for an object all of whose members are such text. */
export function isTextMap(json: Json): json is Record<string, string> {
  if (!isJsonObject(json)) return false;
  for (const key in json) if (!isText(json[key]) || !key.isWellFormed()) return false;
  return true;
}
