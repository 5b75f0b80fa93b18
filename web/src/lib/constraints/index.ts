export { partsOf, storedDatetime, type DatetimeParts, type Zone } from './datetime-parts';
export { operatorHints, operatorLabel, operatorsOf, operatorWords, takesList, takesValue } from './operators';
export { type ProbedSegment, segmentDocument } from './segment-document';
export { SegmentProbe } from './segment-probe';
export { canSplit, listedValues, listOfValues, splitList, withOperator, withType } from './values';
