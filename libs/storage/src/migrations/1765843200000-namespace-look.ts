import { Additions, type Addition } from './additions';
import { bigint, optional, text } from './columns';

/** The place of a namespace among others, and its hue. */
export class NamespaceLook1765843200000 extends Additions {
  override readonly columns: readonly Addition[] = [
    ['namespaces', optional(text('hue'))],
    ['namespaces', optional(bigint('place'))],
  ];
}
