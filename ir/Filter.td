// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a filter is: one record of the class below. A filter takes the accumulators of a frame,
// bucket by bucket, one step further from the histogram towards pixels. Which filters a frame has,
// and in which order, its look, a profile or the user says; runtime/plan/FilterChain.h plans them.
// flame-tblgen makes of the records:
//
//   runtime/plan/FilterTable.inc   the enumeration of filters, and a row for each
//   docs/generated/filters.md       the reference page

#ifndef FLAME_IR_FILTER_TD
#define FLAME_IR_FILTER_TD

include "ir/Settings.td"

/// Where in a chain a filter may stand: on counts, where it scales them, on scaled accumulators,
/// where it makes colours of them, on colours, or on the way from buckets to pixels.
class FilterOrder<string doc> {
  string Doc = doc;
}
def Counted : FilterOrder<"before `logscale`">;
def Scaling : FilterOrder<"once in every chain">;
def Scaled : FilterOrder<"between `logscale` and the clip">;
def Clip : FilterOrder<"the clip: one in every chain, after `logscale`">;
def Colors : FilterOrder<"after the clip">;
def Encoding : FilterOrder<"at the end">;
def ToPixels : FilterOrder<"after `logscale`; a chain without it ends with the mean over the buckets of a pixel">;

class Filter<string name, FilterOrder order, string summary> {
  string Name = name;       // in chains; groups of factors in profiles are called the same
  string Summary = summary; // a sentence without subject, lower case, no full stop
  FilterOrder Order = order;
  /// Its parameters. Each has a factor in profiles, whose key is the name of the parameter here.
  list<Setting> settings = [];
  /// It looks at one bucket alone.
  bit local = 0;
  /// Accumulators of each bucket that it needs beside the first.
  int spares = 0;
  /// Pixels around the picture that it looks at.
  int gutter = 0;
}

#endif // FLAME_IR_FILTER_TD
