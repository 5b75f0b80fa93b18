export { readJsonTree, type JsonNode } from './json-node';
export { ROOT, treeRows, type TreeRow, type ValueRow } from './tree-rows';
