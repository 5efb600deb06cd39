// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a variation is: one record of the class below. Everything that knows variations is generated
// from the records by flame-tblgen: the table of names and parameters (VariationTable.h), the two
// instantiations of the body (VariationOracle.h, VariationBuilder.h), the reference page
// (docs/generated/variations.md) and the rows of the unit tests.
//
// The body is C++ in the expression language of VariationDsl.h. It returns the contribution of the
// variation to the sum of its xform, a Point, already multiplied by the weight. It sees
//
//   p            the input point, p.x and p.y (after the pre-affine)
//   weight       the weight
//   u[0], u[1]   the declared draws, in order; a Bit is 0.0 or 1.0
//   affine       the coefficients affine.a to affine.f of the pre-affine, with `usesAffine`:
//                x' = a x + b y + c, y' = d x + e y + f
//   color        the colour coordinate of the point, which the xform has blended already
//   origin       the point that the sum of the xform sees, with `usesOrigin`; of a post variation it is another one than p
//   power, ...   every parameter under its short name
//
// and the functions of VariationMath.h. It is pure: it draws nothing and branches nowhere.
//
// A variation that hides points says in `shown`, another body, which share of a point is plotted: 1, or 0.
//
// A variation that sets the colour of the point says how in `color`, another body, which returns a Real and also sees
//
//   q            the sum of the xform so far, with this contribution; in the place of a pre or post variation the
//                running point that it leaves behind
//
// One with `directRgb` sets red, green and blue instead: `color` returns directRgb() of them. One
// that is also `displayOnly` stands behind the post-affine, whose point is `q`, and sees as
// `origin` the point before the affine; its `color` may also return displayColor() of a palette
// position, or a number below 0 to display the same as the sample before.

#ifndef FLAME_IR_VARIATION_TD
#define FLAME_IR_VARIATION_TD

/// A parameter. Genome files call it `<variation>_<name>`; the body calls it `identifier`.
class Param<string name, string defaultValue, string doc, list<string> aliases = [],
            string minimum = "-inf", string maximum = "inf", string identifier = name> {
  string Name = name;
  string Default = defaultValue;  // a number
  string Doc = doc;               // a noun phrase, lower case, no full stop
  list<string> Aliases = aliases; // further complete names in genome files
  string Minimum = minimum;       // readers clamp to [minimum, maximum]
  string Maximum = maximum;
  string Identifier = identifier;
}

/// A kind of random number.
class Draw;
def U01 : Draw; // uniform in [0,1)
def U11 : Draw; // uniform in [-1,1)
def Bit : Draw; // 0 or 1
def Bell : Draw; // the sum of four uniform numbers in [0,1), less 2: nearly a normal distribution

/// A known value: the body at `point` is `result`, whose third number is the colour if there is one, with the sum empty
/// before. Lists are numbers separated by commas. Empty
/// `params`, `draws` and `affine` stand for: the variation's `sampleParams`; as many as needed of
/// the usual draws (kUsualDraws of tools/flame-tblgen/Variations.cpp); the identity.
class Sample<string point, string result, string weight = "1", string params = "",
             string draws = "", string affine = ""> {
  string Point = point;
  string Result = result;
  string Weight = weight;
  string Params = params;
  string Draws = draws;
  string Affine = affine;
}

/// A known value in space: point and result have three numbers.
class SpaceSample<string point, string result, string weight = "1", string params = "", string draws = ""> {
  string Point = point;
  string Result = result;
  string Weight = weight;
  string Params = params;
  string Draws = draws;
}

/// Samples at the two points of flam3's test vectors, with their weight and affine.
class First<string result, string draws = "">
    : Sample<"0.91, -0.11", result, "0.8", "", draws, "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">;
class Second<string result, string draws = "">
    : Sample<"-0.99, 0.69", result, "0.8", "", draws, "0.9, -0.2, 0.3, 0.1, 0.7, 0.4">;

class Variation<string name, string summary> {
  string Name = name;       // as genome files spell it; case does not matter there
  string Summary = summary; // a noun phrase, lower case, no full stop
  string formula = ?;       // the contribution, for people, in the notation of the reference page
  code body = ?;
  code color = "";         // the colour coordinate that it sets; empty: it sets none
  code shown = "";         // the share of the point that is plotted; empty: all of it

  // In a flame whose points have a z, which all but `body` see as `z`.
  code space = ""; // takes the place of `body`; empty: x and y do not depend on z
  code depth = ""; // the z of the contribution; empty: it has none of its own

  list<string> aliases = [];
  list<Param> params = [];
  list<Draw> draws = []; // in the order they are drawn
  bit usesAffine = 0;    // reads the pre-affine of its xform
  bit usesOrigin = 0;    // reads the point that the sum sees; `space` and `depth` see its z as `originZ`
  bit preOnly = 0;       // displaces the input point by `body`; contributes nothing to the sum
  bit generator = 0;     // ignores the point; as a pre or post variation it adds to the point
  bit zOnly = 0;         // changes only z in programs that have one; contributes (0, 0)
  bit flattens = 0;      // in space, sets z of the sum to 0; with `depth`, to that, and what comes later in the file adds to it
  bit replaces = 0;      // discards x and y of the sum before it; sums with one are made in the order of the file
  bit partial = 0;       // is NaN in whole regions, since other programs have it so
  bit isField = 0;       // of `preOnly`: the point stays, and the x of `body` is a weighting field of the xform (WeightingField.h)
  bit directRgb = 0;     // `color` is red, green and blue of the sample; the coordinate stays
  bit displayOnly = 0;   // of `preOnly` and `directRgb`: the point stays, `color` is only displayed
  bit adjustsColor = 0;  // of `preOnly`: the point stays; parameters are pairs of number and speed
  bit losesDepth = 0;    // of the plane: in Fractorium nothing is left of the point's z in a sum
  bit weighsDepth = 0;   // of the plane: Fractorium weighs z before and behind a sum, too, where others leave it alone
  string plane = "";     // the variation that it is in the plane; empty: itself
  string unverified = ""; // why it was compared with no second source, no full stop; empty: it agrees with one, or with flam3

  // flam3's number. Variations are evaluated, and so draw random numbers, in ascending order of it;
  // those without one come last, sorted by name.
  int flam3 = -1;

  string notes = "";        // singular inputs, accuracy, deviations from flam3
  string sampleParams = ""; // the parameters of the samples; empty: the defaults
  list<Sample> samples = [];
  list<SpaceSample> spaceSamples = []; // at least one where there is `space` or `depth`
}

// Why a formula has no second source.
defvar onlyFractorium = "only Fractorium has it; compared with both of its formulas, for CPUs and for GPUs";
defvar onlyNewFractorium = "only Fractorium has it, in versions that it could not be compared with";

/// A variation that flam3 lacks. Names, parameters and defaults are those of the programs whose
/// files have it; a variation of space is its slice z = 0, seen from above.
class Extra<string name, string summary> : Variation<name, summary>;

#endif // FLAME_IR_VARIATION_TD
