/** A problem of COCO. What never changes is asked for once, the counters each time. */
public class Problem {
  private final long pointer;
  private final int dimension;
  private final int numberOfObjectives;
  private final int numberOfConstraints;
  private final int numberOfIntegerVariables;
  private final double[] smallestValuesOfInterest;
  private final double[] largestValuesOfInterest;
  private final double[] largestFValuesOfInterest;
  private final String id;
  private final String name;
  private final long index;

  public Problem(long pointer) throws Exception {
    this.pointer = pointer;
    try {
      dimension = CocoJNI.cocoProblemGetDimension(pointer);
      numberOfObjectives = CocoJNI.cocoProblemGetNumberOfObjectives(pointer);
      numberOfConstraints = CocoJNI.cocoProblemGetNumberOfConstraints(pointer);
      numberOfIntegerVariables = CocoJNI.cocoProblemGetNumberOfIntegerVariables(pointer);
      smallestValuesOfInterest = CocoJNI.cocoProblemGetSmallestValuesOfInterest(pointer);
      largestValuesOfInterest = CocoJNI.cocoProblemGetLargestValuesOfInterest(pointer);
      largestFValuesOfInterest = CocoJNI.cocoProblemGetLargestFValuesOfInterest(pointer);
      id = CocoJNI.cocoProblemGetId(pointer);
      name = CocoJNI.cocoProblemGetName(pointer);
      index = CocoJNI.cocoProblemGetIndex(pointer);
    } catch (RuntimeException error) {
      throw new Exception("The problem could not be made.\n" + error, error);
    }
  }

  public double[] evaluateFunction(double[] x) {
    return CocoJNI.cocoEvaluateFunction(pointer, x);
  }

  public double[] evaluateConstraint(double[] x) {
    return CocoJNI.cocoEvaluateConstraint(pointer, x);
  }

  public void recommendSolution(double[] x) {
    CocoJNI.cocoRecommendSolution(pointer, x);
  }

  public long getPointer() {
    return pointer;
  }

  public int getDimension() {
    return dimension;
  }

  public int getNumberOfObjectives() {
    return numberOfObjectives;
  }

  public int getNumberOfConstraints() {
    return numberOfConstraints;
  }

  public int getNumberOfIntegerVariables() {
    return numberOfIntegerVariables;
  }

  public double[] getSmallestValuesOfInterest() {
    return smallestValuesOfInterest;
  }

  public double getSmallestValueOfInterest(int index) {
    return smallestValuesOfInterest[index];
  }

  public double[] getLargestValuesOfInterest() {
    return largestValuesOfInterest;
  }

  public double getLargestValueOfInterest(int index) {
    return largestValuesOfInterest[index];
  }

  public double[] getLargestFValuesOfInterest() {
    return largestFValuesOfInterest;
  }

  public String getId() {
    return id;
  }

  public String getName() {
    return name;
  }

  public long getIndex() {
    return index;
  }

  public long getEvaluations() {
    return CocoJNI.cocoProblemGetEvaluations(pointer);
  }

  public long getEvaluationsConstraints() {
    return CocoJNI.cocoProblemGetEvaluationsConstraints(pointer);
  }

  public boolean isFinalTargetHit() {
    return CocoJNI.cocoProblemIsFinalTargetHit(pointer) == 1;
  }

  @Override
  public String toString() {
    return id;
  }
}
