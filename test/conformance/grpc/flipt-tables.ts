/**
 * Every message of Flipt, field by field, in Flipt's notation.
 *
 * `number name:type`: `s` string, `b` bool, `i` int32, `u32` uint32, `f` float, `d` double, `ts`, `struct`, `value` and
 * `Any` of google.protobuf, `[]` repeated, `map` map<string,string>, `opt` explicitly optional, `in` the oneof around
 * it.
 */
export const fliptMessages: Readonly<Record<string, string>> = {
  'flipt.EvaluationRequest':
    '1 request_id:s · 2 flag_key:s · 3 entity_id:s · 4 context:map · 5 namespace_key:s',
  'flipt.BatchEvaluationRequest':
    '1 request_id:s · 2 requests:[]EvaluationRequest · 3 exclude_not_found:b · 4 namespace_key:s',
  'flipt.BatchEvaluationResponse':
    '1 request_id:s · 2 responses:[]EvaluationResponse · 3 request_duration_millis:d',
  'flipt.EvaluationResponse':
    '1 request_id:s · 2 entity_id:s · 3 request_context:map · 4 match:b · 5 flag_key:s · 6 segment_key:s · 7 timestamp:ts · 8 value:s · 9 request_duration_millis:d · 10 attachment:s · 11 reason:EvaluationReason · 12 namespace_key:s · 13 segment_keys:[]s',
  'flipt.Namespace':
    '1 key:s · 2 name:s · 3 description:s · 4 protected:b · 5 created_at:ts · 6 updated_at:ts',
  'flipt.NamespaceList': '1 namespaces:[]Namespace · 2 next_page_token:s · 3 total_count:i',
  'flipt.GetNamespaceRequest': '1 key:s · 2 reference:s',
  'flipt.ListNamespaceRequest': '1 limit:i · 2 offset:i · 3 page_token:s · 4 reference:s',
  'flipt.CreateNamespaceRequest': '1 key:s · 2 name:s · 3 description:s',
  'flipt.UpdateNamespaceRequest': '1 key:s · 2 name:s · 3 description:s',
  'flipt.DeleteNamespaceRequest': '1 key:s · 2 force:b',
  'flipt.Flag':
    '1 key:s · 2 name:s · 3 description:s · 4 enabled:b · 5 created_at:ts · 6 updated_at:ts · 7 variants:[]Variant · 8 namespace_key:s · 9 type:FlagType · 10 default_variant:opt Variant · 11 metadata:opt struct',
  'flipt.FlagList': '1 flags:[]Flag · 2 next_page_token:s · 3 total_count:i',
  'flipt.GetFlagRequest': '1 key:s · 2 namespace_key:s · 3 reference:s',
  'flipt.ListFlagRequest': '1 limit:i · 2 offset:i · 3 page_token:s · 4 namespace_key:s · 5 reference:s',
  'flipt.CreateFlagRequest':
    '1 key:s · 2 name:s · 3 description:s · 4 enabled:b · 5 namespace_key:s · 6 type:FlagType · 7 metadata:opt struct',
  'flipt.UpdateFlagRequest':
    '1 key:s · 2 name:s · 3 description:s · 4 enabled:b · 5 namespace_key:s · 6 default_variant_id:s · 7 metadata:opt struct',
  'flipt.DeleteFlagRequest': '1 key:s · 2 namespace_key:s',
  'flipt.Variant':
    '1 id:s · 2 flag_key:s · 3 key:s · 4 name:s · 5 description:s · 6 created_at:ts · 7 updated_at:ts · 8 attachment:s · 9 namespace_key:s',
  'flipt.CreateVariantRequest':
    '1 flag_key:s · 2 key:s · 3 name:s · 4 description:s · 5 attachment:s · 6 namespace_key:s',
  'flipt.UpdateVariantRequest':
    '1 id:s · 2 flag_key:s · 3 key:s · 4 name:s · 5 description:s · 6 attachment:s · 7 namespace_key:s',
  'flipt.DeleteVariantRequest': '1 id:s · 2 flag_key:s · 3 namespace_key:s',
  'flipt.Segment':
    '1 key:s · 2 name:s · 3 description:s · 4 created_at:ts · 5 updated_at:ts · 6 constraints:[]Constraint · 7 match_type:MatchType · 8 namespace_key:s',
  'flipt.SegmentList': '1 segments:[]Segment · 2 next_page_token:s · 3 total_count:i',
  'flipt.GetSegmentRequest': '1 key:s · 2 namespace_key:s · 3 reference:s',
  'flipt.ListSegmentRequest': '1 limit:i · 2 offset:i · 3 page_token:s · 4 namespace_key:s · 5 reference:s',
  'flipt.CreateSegmentRequest':
    '1 key:s · 2 name:s · 3 description:s · 4 match_type:MatchType · 5 namespace_key:s',
  'flipt.UpdateSegmentRequest':
    '1 key:s · 2 name:s · 3 description:s · 4 match_type:MatchType · 5 namespace_key:s',
  'flipt.DeleteSegmentRequest': '1 key:s · 2 namespace_key:s',
  'flipt.Constraint':
    '1 id:s · 2 segment_key:s · 3 type:ComparisonType · 4 property:s · 5 operator:s · 6 value:s · 7 created_at:ts · 8 updated_at:ts · 9 namespace_key:s · 10 description:s',
  'flipt.CreateConstraintRequest':
    '1 segment_key:s · 2 type:ComparisonType · 3 property:s · 4 operator:s · 5 value:s · 6 namespace_key:s · 7 description:s',
  'flipt.UpdateConstraintRequest':
    '1 id:s · 2 segment_key:s · 3 type:ComparisonType · 4 property:s · 5 operator:s · 6 value:s · 7 namespace_key:s · 8 description:s',
  'flipt.DeleteConstraintRequest': '1 id:s · 2 segment_key:s · 3 namespace_key:s',
  'flipt.Rollout':
    '1 id:s · 2 namespace_key:s · 3 flag_key:s · 4 type:RolloutType · 5 rank:i · 6 description:s · 7 created_at:ts · 8 updated_at:ts · 20 segment:RolloutSegment in rule · 21 threshold:RolloutThreshold in rule',
  'flipt.RolloutSegment':
    '1 segment_key:s · 2 value:b · 3 segment_keys:[]s · 4 segment_operator:SegmentOperator',
  'flipt.RolloutThreshold': '1 percentage:f · 2 value:b',
  'flipt.RolloutList': '1 rules:[]Rollout · 2 next_page_token:s · 3 total_count:i',
  'flipt.ListRolloutRequest': '1 namespace_key:s · 2 flag_key:s · 3 limit:i · 4 page_token:s · 5 reference:s',
  'flipt.GetRolloutRequest': '1 id:s · 2 namespace_key:s · 3 flag_key:s · 4 reference:s',
  'flipt.CreateRolloutRequest':
    '1 namespace_key:s · 2 flag_key:s · 3 rank:i · 4 description:s · 20 segment:RolloutSegment in rule · 21 threshold:RolloutThreshold in rule',
  'flipt.UpdateRolloutRequest':
    '1 id:s · 2 namespace_key:s · 3 flag_key:s · 4 description:s · 20 segment:RolloutSegment in rule · 21 threshold:RolloutThreshold in rule',
  'flipt.DeleteRolloutRequest': '1 id:s · 2 namespace_key:s · 3 flag_key:s',
  'flipt.OrderRolloutsRequest': '1 flag_key:s · 2 namespace_key:s · 3 rollout_ids:[]s',
  'flipt.Rule':
    '1 id:s · 2 flag_key:s · 3 segment_key:s · 4 distributions:[]Distribution · 5 rank:i · 6 created_at:ts · 7 updated_at:ts · 8 namespace_key:s · 9 segment_keys:[]s · 10 segment_operator:SegmentOperator',
  'flipt.RuleList': '1 rules:[]Rule · 2 next_page_token:s · 3 total_count:i',
  'flipt.ListRuleRequest':
    '1 limit:i · 2 offset:i · 3 flag_key:s · 4 page_token:s · 5 namespace_key:s · 6 reference:s',
  'flipt.GetRuleRequest': '1 id:s · 2 flag_key:s · 3 namespace_key:s · 4 reference:s',
  'flipt.CreateRuleRequest':
    '1 flag_key:s · 2 segment_key:s · 3 rank:i · 4 namespace_key:s · 5 segment_keys:[]s · 6 segment_operator:SegmentOperator',
  'flipt.UpdateRuleRequest':
    '1 id:s · 2 flag_key:s · 3 segment_key:s · 4 namespace_key:s · 5 segment_keys:[]s · 6 segment_operator:SegmentOperator',
  'flipt.DeleteRuleRequest': '1 id:s · 2 flag_key:s · 3 namespace_key:s',
  'flipt.OrderRulesRequest': '1 flag_key:s · 2 rule_ids:[]s · 3 namespace_key:s',
  'flipt.Distribution':
    '1 id:s · 2 rule_id:s · 3 variant_id:s · 4 rollout:f · 5 created_at:ts · 6 updated_at:ts',
  'flipt.CreateDistributionRequest':
    '1 flag_key:s · 2 rule_id:s · 3 variant_id:s · 4 rollout:f · 5 namespace_key:s',
  'flipt.UpdateDistributionRequest':
    '1 id:s · 2 flag_key:s · 3 rule_id:s · 4 variant_id:s · 5 rollout:f · 6 namespace_key:s',
  'flipt.DeleteDistributionRequest':
    '1 id:s · 2 flag_key:s · 3 rule_id:s · 4 variant_id:s · 5 namespace_key:s',
  'flipt.evaluation.EvaluationRequest':
    '1 request_id:s · 2 namespace_key:s · 3 flag_key:s · 4 entity_id:s · 5 context:map · 6 reference:s',
  'flipt.evaluation.BatchEvaluationRequest':
    '1 request_id:s · 3 requests:[]EvaluationRequest · 4 reference:s',
  'flipt.evaluation.BatchEvaluationResponse':
    '1 request_id:s · 2 responses:[]EvaluationResponse · 3 request_duration_millis:d',
  'flipt.evaluation.EvaluationResponse':
    '1 type:EvaluationResponseType · 2 boolean_response:BooleanEvaluationResponse in response · 3 variant_response:VariantEvaluationResponse in response · 4 error_response:ErrorEvaluationResponse in response',
  'flipt.evaluation.BooleanEvaluationResponse':
    '1 enabled:b · 2 reason:EvaluationReason · 3 request_id:s · 4 request_duration_millis:d · 5 timestamp:ts · 6 flag_key:s · 7 segment_keys:[]s',
  'flipt.evaluation.VariantEvaluationResponse':
    '1 match:b · 2 segment_keys:[]s · 3 reason:EvaluationReason · 4 variant_key:s · 5 variant_attachment:s · 6 request_id:s · 7 request_duration_millis:d · 8 timestamp:ts · 9 flag_key:s',
  'flipt.evaluation.ErrorEvaluationResponse':
    '1 flag_key:s · 2 namespace_key:s · 3 reason:ErrorEvaluationReason',
  'flipt.evaluation.EvaluationDistribution':
    '1 id:s · 2 rule_id:s · 3 variant_id:s · 4 variant_key:s · 5 variant_attachment:s · 6 rollout:f',
  'flipt.evaluation.EvaluationRollout':
    '1 type:EvaluationRolloutType · 2 rank:i · 3 segment:EvaluationRolloutSegment in rule · 4 threshold:EvaluationRolloutThreshold in rule',
  'flipt.evaluation.EvaluationRolloutThreshold': '1 percentage:f · 2 value:b',
  'flipt.evaluation.EvaluationRolloutSegment':
    '1 value:b · 2 segment_operator:EvaluationSegmentOperator · 3 segments:[]EvaluationSegment',
  'flipt.evaluation.EvaluationSegment':
    '1 key:s · 2 name:s · 3 description:s · 4 match_type:EvaluationSegmentMatchType · 5 created_at:ts · 6 updated_at:ts · 7 constraints:[]EvaluationConstraint',
  'flipt.evaluation.EvaluationVariant': '1 id:s · 2 key:s · 3 attachment:s',
  'flipt.evaluation.EvaluationFlag':
    '1 key:s · 2 name:s · 3 description:s · 4 enabled:b · 5 type:EvaluationFlagType · 6 created_at:ts · 7 updated_at:ts · 8 rules:[]EvaluationRule · 9 rollouts:[]EvaluationRollout · 10 default_variant:opt EvaluationVariant',
  'flipt.evaluation.EvaluationConstraint':
    '1 id:s · 2 type:EvaluationConstraintComparisonType · 3 property:s · 4 operator:s · 5 value:s',
  'flipt.evaluation.EvaluationRule':
    '1 id:s · 2 segments:[]EvaluationSegment · 3 rank:i · 4 segment_operator:EvaluationSegmentOperator · 5 distributions:[]EvaluationDistribution',
  'flipt.evaluation.EvaluationNamespace': '1 key:s',
  'flipt.evaluation.EvaluationNamespaceSnapshot':
    '1 namespace:EvaluationNamespace · 2 flags:[]EvaluationFlag',
  'flipt.evaluation.EvaluationNamespaceSnapshotRequest': '1 key:s · 2 reference:s',
  'flipt.ofrep.EvaluateFlagRequest': '1 key:s · 2 context:map',
  'flipt.ofrep.EvaluateBulkRequest': '2 context:map',
  'flipt.ofrep.EvaluatedFlag':
    '1 key:s · 2 reason:EvaluateReason · 3 variant:s · 4 metadata:struct · 5 value:value',
  'flipt.ofrep.BulkEvaluationResponse': '1 flags:[]EvaluatedFlag',
  'flipt.ofrep.GetProviderConfigurationRequest': '',
  'flipt.ofrep.GetProviderConfigurationResponse': '1 name:s · 2 capabilities:Capabilities',
  'flipt.ofrep.Capabilities': '1 cache_invalidation:CacheInvalidation · 2 flag_evaluation:FlagEvaluation',
  'flipt.ofrep.CacheInvalidation': '1 polling:Polling',
  'flipt.ofrep.Polling': '1 enabled:b · 2 min_polling_interval_ms:u32',
  'flipt.ofrep.FlagEvaluation': '1 supported_types:[]s',
  'google.api.HttpBody': '1 content_type:s · 2 data:bytes · 3 extensions:[]Any',
  'google.rpc.Status': '1 code:i · 2 message:s · 3 details:[]Any',
};

/** Every enum of Flipt: `number NAME`. */
export const fliptEnums: Readonly<Record<string, string>> = {
  'flipt.EvaluationReason':
    '0 UNKNOWN_EVALUATION_REASON · 1 FLAG_DISABLED_EVALUATION_REASON · 2 FLAG_NOT_FOUND_EVALUATION_REASON · 3 MATCH_EVALUATION_REASON · 4 ERROR_EVALUATION_REASON · 5 DEFAULT_EVALUATION_REASON',
  'flipt.FlagType': '0 VARIANT_FLAG_TYPE · 1 BOOLEAN_FLAG_TYPE',
  'flipt.MatchType': '0 ALL_MATCH_TYPE · 1 ANY_MATCH_TYPE',
  'flipt.ComparisonType':
    '0 UNKNOWN_COMPARISON_TYPE · 1 STRING_COMPARISON_TYPE · 2 NUMBER_COMPARISON_TYPE · 3 BOOLEAN_COMPARISON_TYPE · 4 DATETIME_COMPARISON_TYPE · 5 ENTITY_ID_COMPARISON_TYPE',
  'flipt.RolloutType': '0 UNKNOWN_ROLLOUT_TYPE · 1 SEGMENT_ROLLOUT_TYPE · 2 THRESHOLD_ROLLOUT_TYPE',
  'flipt.SegmentOperator': '0 OR_SEGMENT_OPERATOR · 1 AND_SEGMENT_OPERATOR',
  'flipt.evaluation.EvaluationReason':
    '0 UNKNOWN_EVALUATION_REASON · 1 FLAG_DISABLED_EVALUATION_REASON · 2 MATCH_EVALUATION_REASON · 3 DEFAULT_EVALUATION_REASON',
  'flipt.evaluation.ErrorEvaluationReason':
    '0 UNKNOWN_ERROR_EVALUATION_REASON · 1 NOT_FOUND_ERROR_EVALUATION_REASON',
  'flipt.evaluation.EvaluationResponseType':
    '0 VARIANT_EVALUATION_RESPONSE_TYPE · 1 BOOLEAN_EVALUATION_RESPONSE_TYPE · 2 ERROR_EVALUATION_RESPONSE_TYPE',
  'flipt.evaluation.EvaluationRolloutType':
    '0 UNKNOWN_ROLLOUT_TYPE · 1 SEGMENT_ROLLOUT_TYPE · 2 THRESHOLD_ROLLOUT_TYPE',
  'flipt.evaluation.EvaluationSegmentOperator': '0 OR_SEGMENT_OPERATOR · 1 AND_SEGMENT_OPERATOR',
  'flipt.evaluation.EvaluationSegmentMatchType': '0 ALL_SEGMENT_MATCH_TYPE · 1 ANY_SEGMENT_MATCH_TYPE',
  'flipt.evaluation.EvaluationFlagType': '0 VARIANT_FLAG_TYPE · 1 BOOLEAN_FLAG_TYPE',
  'flipt.evaluation.EvaluationConstraintComparisonType':
    '0 UNKNOWN_CONSTRAINT_COMPARISON_TYPE · 1 STRING_CONSTRAINT_COMPARISON_TYPE · 2 NUMBER_CONSTRAINT_COMPARISON_TYPE · 3 BOOLEAN_CONSTRAINT_COMPARISON_TYPE · 4 DATETIME_CONSTRAINT_COMPARISON_TYPE · 5 ENTITY_ID_CONSTRAINT_COMPARISON_TYPE',
  'flipt.ofrep.EvaluateReason': '0 UNKNOWN · 1 DISABLED · 2 TARGETING_MATCH · 3 DEFAULT',
};

/** Every method of Flipt: what it takes, and what it gives. */
export const fliptMethods: Readonly<Record<string, string>> = {
  'flipt.Flipt/Evaluate': 'EvaluationRequest → EvaluationResponse',
  'flipt.Flipt/BatchEvaluate': 'BatchEvaluationRequest → BatchEvaluationResponse',
  'flipt.Flipt/GetNamespace': 'GetNamespaceRequest → Namespace',
  'flipt.Flipt/ListNamespaces': 'ListNamespaceRequest → NamespaceList',
  'flipt.Flipt/CreateNamespace': 'CreateNamespaceRequest → Namespace',
  'flipt.Flipt/UpdateNamespace': 'UpdateNamespaceRequest → Namespace',
  'flipt.Flipt/DeleteNamespace': 'DeleteNamespaceRequest → Empty',
  'flipt.Flipt/GetFlag': 'GetFlagRequest → Flag',
  'flipt.Flipt/ListFlags': 'ListFlagRequest → FlagList',
  'flipt.Flipt/CreateFlag': 'CreateFlagRequest → Flag',
  'flipt.Flipt/UpdateFlag': 'UpdateFlagRequest → Flag',
  'flipt.Flipt/DeleteFlag': 'DeleteFlagRequest → Empty',
  'flipt.Flipt/CreateVariant': 'CreateVariantRequest → Variant',
  'flipt.Flipt/UpdateVariant': 'UpdateVariantRequest → Variant',
  'flipt.Flipt/DeleteVariant': 'DeleteVariantRequest → Empty',
  'flipt.Flipt/GetRule': 'GetRuleRequest → Rule',
  'flipt.Flipt/ListRules': 'ListRuleRequest → RuleList',
  'flipt.Flipt/CreateRule': 'CreateRuleRequest → Rule',
  'flipt.Flipt/UpdateRule': 'UpdateRuleRequest → Rule',
  'flipt.Flipt/OrderRules': 'OrderRulesRequest → Empty',
  'flipt.Flipt/DeleteRule': 'DeleteRuleRequest → Empty',
  'flipt.Flipt/GetRollout': 'GetRolloutRequest → Rollout',
  'flipt.Flipt/ListRollouts': 'ListRolloutRequest → RolloutList',
  'flipt.Flipt/CreateRollout': 'CreateRolloutRequest → Rollout',
  'flipt.Flipt/UpdateRollout': 'UpdateRolloutRequest → Rollout',
  'flipt.Flipt/DeleteRollout': 'DeleteRolloutRequest → Empty',
  'flipt.Flipt/OrderRollouts': 'OrderRolloutsRequest → Empty',
  'flipt.Flipt/CreateDistribution': 'CreateDistributionRequest → Distribution',
  'flipt.Flipt/UpdateDistribution': 'UpdateDistributionRequest → Distribution',
  'flipt.Flipt/DeleteDistribution': 'DeleteDistributionRequest → Empty',
  'flipt.Flipt/GetSegment': 'GetSegmentRequest → Segment',
  'flipt.Flipt/ListSegments': 'ListSegmentRequest → SegmentList',
  'flipt.Flipt/CreateSegment': 'CreateSegmentRequest → Segment',
  'flipt.Flipt/UpdateSegment': 'UpdateSegmentRequest → Segment',
  'flipt.Flipt/DeleteSegment': 'DeleteSegmentRequest → Empty',
  'flipt.Flipt/CreateConstraint': 'CreateConstraintRequest → Constraint',
  'flipt.Flipt/UpdateConstraint': 'UpdateConstraintRequest → Constraint',
  'flipt.Flipt/DeleteConstraint': 'DeleteConstraintRequest → Empty',
  'flipt.evaluation.EvaluationService/Boolean': 'EvaluationRequest → BooleanEvaluationResponse',
  'flipt.evaluation.EvaluationService/Variant': 'EvaluationRequest → VariantEvaluationResponse',
  'flipt.evaluation.EvaluationService/Batch': 'BatchEvaluationRequest → BatchEvaluationResponse',
  'flipt.evaluation.DataService/EvaluationSnapshotNamespace':
    'EvaluationNamespaceSnapshotRequest → EvaluationNamespaceSnapshot',
  'flipt.ofrep.OFREPService/EvaluateFlag': 'EvaluateFlagRequest → EvaluatedFlag',
  'flipt.ofrep.OFREPService/EvaluateBulk': 'EvaluateBulkRequest → BulkEvaluationResponse',
  'flipt.ofrep.OFREPService/GetProviderConfiguration':
    'GetProviderConfigurationRequest → GetProviderConfigurationResponse',
  'flipt.meta.MetadataService/GetConfiguration': 'Empty → HttpBody',
  'flipt.meta.MetadataService/GetInfo': 'Empty → HttpBody',
};
